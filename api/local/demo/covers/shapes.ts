import { randomOf } from '../random.ts';

export const WIDTH = 720;
export const HEIGHT = 1080;

/** Returns a linear gradient from top to bottom, used as `url(#id)`. */
export const fade = (id: string, ...colors: string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colors
    .map((color, index) => `<stop offset="${(index / (colors.length - 1)).toFixed(3)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

/** Returns a radial gradient from `color` in the center to transparent at the edge. */
export const glow = (id: string, color: string, strength = 0.9): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${strength}"/><stop offset="0.45" stop-color="${color}" stop-opacity="${strength * 0.35}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;

export const ground = (fill: string): string => `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`;

export const disc = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" opacity="${opacity}"/>`;

export const ring = (x: number, y: number, radius: number, stroke: string, width: number, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}" opacity="${opacity}"/>`;

export const shape = (d: string, fill: string, opacity = 1): string => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;

export const stroke = (d: string, color: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

/** Draws a hill that fills everything below a smooth line through `heights`, which are spread evenly over the width. */
export function hill(heights: readonly number[], fill: string, opacity = 1): string {
  const step = WIDTH / (heights.length - 1);
  let d = `M0 ${HEIGHT} L0 ${heights[0]}`;
  for (let index = 1; index < heights.length; index += 1) {
    const from = (index - 1) * step;
    d += ` C${from + step / 2} ${heights[index - 1]} ${from + step / 2} ${heights[index]} ${from + step} ${heights[index]}`;
  }
  return shape(`${d} L${WIDTH} ${HEIGHT} Z`, fill, opacity);
}

/** Draws a leaf of `length` that grows from (x, y). 0° points up, positive angles turn right. */
export function leaf(x: number, y: number, length: number, angle: number, fill: string, vein?: string, plump = 0.3): string {
  const half = length * plump;
  const body = `M0 0 C${half} ${-length * 0.25} ${half} ${-length * 0.7} 0 ${-length} C${-half} ${-length * 0.7} ${-half} ${-length * 0.25} 0 0 Z`;
  const middle = vein ? stroke(`M0 0 L0 ${-length * 0.86}`, vein, Math.max(1.5, length * 0.022), 0.8) : '';
  return `<g transform="translate(${x} ${y}) rotate(${angle})">${shape(body, fill)}${middle}</g>`;
}

/** Draws rays around a center, from `inner` to `outer`. */
export function rays(x: number, y: number, count: number, inner: number, outer: number, color: string, width: number, opacity = 1): string {
  let d = '';
  for (let index = 0; index < count; index += 1) {
    const turn = (index / count) * Math.PI * 2;
    const end = index % 2 === 0 ? outer : inner + (outer - inner) * 0.62;
    d += `M${(x + Math.cos(turn) * inner).toFixed(1)} ${(y + Math.sin(turn) * inner).toFixed(1)} L${(x + Math.cos(turn) * end).toFixed(1)} ${(y + Math.sin(turn) * end).toFixed(1)} `;
  }
  return stroke(d, color, width, opacity);
}

/** Draws points of light in a box. The same seed gives the same points. */
export function stars(seed: number, count: number, box: readonly [number, number, number, number], color: string): string {
  const next = randomOf(seed);
  const [left, top, right, bottom] = box;
  return Array.from({ length: count }, () => {
    const x = left + next() * (right - left);
    const y = top + next() * (bottom - top);
    return disc(
      Number(x.toFixed(1)),
      Number(y.toFixed(1)),
      Number((0.9 + next() * 2.1).toFixed(1)),
      color,
      Number((0.35 + next() * 0.65).toFixed(2)),
    );
  }).join('');
}

/** Draws a four-pointed star. */
export const sparkle = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  shape(
    `M${x} ${y - radius} Q${x + radius * 0.14} ${y - radius * 0.14} ${x + radius} ${y} Q${x + radius * 0.14} ${y + radius * 0.14} ${x} ${y + radius} Q${x - radius * 0.14} ${y + radius * 0.14} ${x - radius} ${y} Q${x - radius * 0.14} ${y - radius * 0.14} ${x} ${y - radius} Z`,
    fill,
    opacity,
  );

/** Draws an ear of wheat on a bent stalk that grows up from (x, y). */
export function wheat(x: number, y: number, height: number, bend: number, color: string, grains = 7): string {
  const tipX = x + bend;
  const tipY = y - height;
  const size = height * 0.105;
  const parts = [stroke(`M${x} ${y} Q${x} ${y - height * 0.55} ${tipX} ${tipY}`, color, Math.max(3, height * 0.011))];
  for (let index = 0; index < grains; index += 1) {
    const t = 1 - index * 0.055;
    const inverse = 1 - t;
    const px = inverse * inverse * x + 2 * inverse * t * x + t * t * tipX;
    const py = inverse * inverse * y + 2 * inverse * t * (y - height * 0.55) + t * t * tipY;
    const lean = (bend / height) * 90 * t;
    parts.push(leaf(px, py, size, lean - 32, color, undefined, 0.34), leaf(px, py, size, lean + 32, color, undefined, 0.34));
  }
  parts.push(leaf(tipX, tipY, size * 1.15, (bend / height) * 90, color, undefined, 0.32));
  return parts.join('');
}

/** Draws a sprout with two seed leaves, the symbol of the series. */
export const sprout = (x: number, y: number, size: number, color: string): string =>
  stroke(`M${x} ${y} L${x} ${y - size * 0.55}`, color, size * 0.07) +
  leaf(x, y - size * 0.5, size * 0.62, -52, color, undefined, 0.36) +
  leaf(x, y - size * 0.5, size * 0.62, 52, color, undefined, 0.36);
