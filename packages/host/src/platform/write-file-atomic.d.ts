/** The package ships no types; this is the part of it the host uses. */
declare module "write-file-atomic" {
	export default function writeFileAtomic(path: string, data: string | Uint8Array, options?: object): Promise<void>;
}
