import type { ImagePolicy } from "../../platform/images/prepare-image.ts";
import type { Settings } from "../../settings/schema.ts";

/** What the settings say about images. */
export function imagePolicy({ images }: Settings): ImagePolicy {
	return { autoResize: images?.autoResize ?? true, blockImages: images?.blockImages ?? false };
}
