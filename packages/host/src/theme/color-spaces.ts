/** Red, green and blue, 0 to 255. */
export interface RgbColor {
	r: number;
	g: number;
	b: number;
}

type Triple = readonly [number, number, number];

/** Lightness, and the two axes of colour, of OKLab. */
export function rgbToOklab({ r, g, b }: RgbColor): Triple {
	const [red, green, blue] = [toLinear(r), toLinear(g), toLinear(b)];
	// The matrices are those that define OKLab (Ottosson, 2020).
	const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	return [
		0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
		1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
		0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
	];
}

/** A colour outside of sRGB keeps lightness and hue and gives up as much chroma as it must. */
export function oklchToRgb({ l, c, h }: { l: number; c: number; h: number }): RgbColor {
	const axis = hueAxis(h);
	return fromLinear(oklabToLinear(l, axis, Math.min(c, greatestChroma(l, axis))));
}

/** Saturation is relative to what sRGB can show at this hue and lightness, so every colour can be shown. */
export function okhslToRgb({ h, s, l }: { h: number; s: number; l: number }): RgbColor {
	const lightness = fromToe(l);
	const axis = hueAxis(h);
	const isGray = lightness <= 0 || lightness >= 1;
	return fromLinear(oklabToLinear(lightness, axis, isGray ? 0 : okhslChroma(s, lightness, axis)));
}

/** The direction of a hue in the plane of colour. */
type Axis = readonly [number, number];

function hueAxis(degrees: number): Axis {
	const angle = (degrees * Math.PI) / 180;
	return [Math.cos(angle), Math.sin(angle)];
}

function oklabToLinear(lightness: number, [x, y]: Axis, chroma: number): Triple {
	const [a, b] = [x * chroma, y * chroma];
	const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
		-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
		-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
	];
}

/** The largest value that still fits; half a century of halvings is beyond what a double can tell apart. */
function largest(limit: number, fits: (value: number) => boolean): number {
	let [low, high] = [0, limit];
	for (let step = 0; step < 50; step++) {
		const middle = (low + high) / 2;
		if (fits(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** No colour of sRGB has more chroma than 0.33. */
const CHROMA_LIMIT = 0.5;
/** Rounding of the matrices puts white and the pure colours this far outside. */
const TOLERANCE = 1e-6;

function greatestChroma(lightness: number, axis: Axis): number {
	return largest(CHROMA_LIMIT, (chroma) =>
		oklabToLinear(lightness, axis, chroma).every((channel) => channel >= -TOLERANCE && channel <= 1 + TOLERANCE),
	);
}

/** Where the gamut of a hue reaches farthest, as chroma per lightness from black and per darkness from white. */
function cuspSlopes(axis: Axis): { fromBlack: number; fromWhite: number } {
	const fromBlack = largest(2, (slope) => oklabToLinear(1, axis, slope).every((channel) => channel >= 0));
	const lightness = Math.cbrt(1 / Math.max(...oklabToLinear(1, axis, fromBlack)));
	return { fromBlack, fromWhite: (fromBlack * lightness) / (1 - lightness) };
}

/**
 * The chroma of a saturation: a curve through three points, nearly linear near gray and stretched towards the edge of
 * the gamut. Formulas and numbers are those that define OKHSL (Ottosson, 2021).
 */
function okhslChroma(saturation: number, lightness: number, axis: Axis): number {
	const most = greatestChroma(lightness, axis);
	const { fromBlack, fromWhite } = cuspSlopes(axis);
	const stretch = most / Math.min(lightness * fromBlack, (1 - lightness) * fromWhite);
	const slopes = middleSlopes(axis);
	const middle = 0.9 * stretch * smoothMinimum(lightness * slopes.fromBlack, (1 - lightness) * slopes.fromWhite, 4);
	const start = smoothMinimum(lightness * 0.4, (1 - lightness) * 0.8, 2);
	if (saturation < 0.8) {
		const share = saturation / 0.8;
		const rise = 0.8 * start;
		return (share * rise) / (1 - (1 - rise / middle) * share);
	}
	const share = (saturation - 0.8) / 0.2;
	const rise = (0.2 * middle ** 2) / (0.64 * start);
	return middle + (share * rise) / (1 - (1 - rise / (most - middle)) * share);
}

function smoothMinimum(one: number, other: number, power: number): number {
	return (one ** -power + other ** -power) ** (-1 / power);
}

function middleSlopes([x, y]: Axis): { fromBlack: number; fromWhite: number } {
	const black =
		7.4477897 +
		4.1590124 * y +
		x * (-2.19557347 + 1.75198401 * y + x * (-2.13704948 - 10.02301043 * y + x * warm(x, y)));
	const white =
		1.6132032 - 0.68124379 * y + x * (0.40370612 + 0.90148123 * y + x * (-0.27087943 + 0.6122399 * y + x * cold(x, y)));
	return { fromBlack: 0.11516993 + 1 / black, fromWhite: 0.11239642 + 1 / white };
}

function warm(x: number, y: number): number {
	return -4.24894561 + 5.38770819 * y + 4.69891013 * x;
}

function cold(x: number, y: number): number {
	return 0.00299215 - 0.45399568 * y - 0.14661872 * x;
}

/** From the lightness of OKHSL, which follows the eye near black, to that of OKLab. */
function fromToe(lightness: number): number {
	const [first, second] = [0.206, 0.03];
	const third = (1 + first) / (1 + second);
	return (lightness ** 2 + first * lightness) / (third * (lightness + second));
}

function toLinear(channel: number): number {
	const value = channel / 255;
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear([red, green, blue]: Triple): RgbColor {
	return { r: toChannel(red), g: toChannel(green), b: toChannel(blue) };
}

function toChannel(linear: number): number {
	const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
	return Math.round(255 * Math.min(1, Math.max(0, value)));
}
