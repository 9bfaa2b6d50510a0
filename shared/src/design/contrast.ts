/** Returns the linear channels of a colour such as `#a8432a`, from 0 to 1, without gamma. */
export const linearChannelsOf = (color: string): [red: number, green: number, blue: number] => {
  const at = (start: number): number => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
};

/** Returns the relative luminance (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red, green, blue] = linearChannelsOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours such as `#a8432a`, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
