const REASONS: Readonly<Record<string, string>> = {
	ENOENT: "no such file or directory",
	EACCES: "permission denied",
	EPERM: "operation not permitted",
	EISDIR: "it is a directory",
	ENOTDIR: "a part of the path is not a directory",
	EEXIST: "a part of the path is a file",
	ELOOP: "too many symbolic links",
	ENOSPC: "no space left on the device",
	EROFS: "the file system is read-only",
	ENAMETOOLONG: "the name is too long",
};

/** One line that says what could not be done, to which path, and why. */
export function fileFailure(deed: string, path: string, cause: unknown): Error {
	const code = (cause as { code?: unknown } | undefined)?.code;
	const message = cause instanceof Error ? cause.message : String(cause);
	const known = typeof code === "string" ? REASONS[code] : undefined;
	const reason = known === undefined ? message : `${known} (${code as string})`;
	return new Error(`Cannot ${deed} ${path}: ${reason}`, { cause });
}
