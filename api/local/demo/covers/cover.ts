import { createHash } from 'node:crypto';
import type { Face } from '@site/shared/lettering/fonts.ts';
import { lettering, measureText } from '@site/shared/lettering/lettering.ts';
import { type Scene, scenes } from './scenes.ts';
import { HEIGHT, sprout, WIDTH } from './shapes.ts';

const MARGIN = 64;
const TITLE_SIZE = 124;
const ONE_WORD_SIZE = 210;
const LEADING = 1.04;
const SUBTITLE_SIZE = 40;
const SUBTITLE_LEADING = 1.28;

export type CoverDrawing = {
  svg: string;
  /** Changes whenever the drawing changes. */
  version: string;
  color: string;
};

const sizeThatFits = (lines: readonly string[], face: Face, largest: number): number =>
  Math.min(largest, ...lines.map((text) => (WIDTH - 2 * MARGIN) / measureText(text, { face, size: 1 })));

function words(scene: Scene, author: string): string {
  const x = scene.align === 'start' ? MARGIN : WIDTH / 2;
  const size = sizeThatFits(scene.title, 'display', scene.title.length === 1 ? ONE_WORD_SIZE : TITLE_SIZE);
  const subtitleSize = sizeThatFits(scene.subtitle, 'displayItalic', SUBTITLE_SIZE);
  const titleHeight = size * LEADING * scene.title.length;
  const subtitleHeight = scene.subtitle.length * subtitleSize * SUBTITLE_LEADING;
  const top = scene.place === 'top' ? 84 : HEIGHT - 72 - titleHeight - subtitleHeight;
  const title = scene.title.map((text, index) =>
    lettering(text, { face: 'display', size, x, y: top + size * (0.78 + index * LEADING), fill: scene.ink, align: scene.align }),
  );
  const subtitle = scene.subtitle.map((text, index) =>
    lettering(text, {
      face: 'displayItalic',
      size: subtitleSize,
      x,
      y: top + titleHeight + 22 + subtitleSize * (0.5 + index * SUBTITLE_LEADING),
      fill: scene.second,
      align: scene.align,
    }),
  );
  const foot = scene.foot ?? scene.second;
  const line = { face: 'textBold', size: 25, tracking: 0.16 } as const;
  const name = author.toLocaleUpperCase('pt-BR');
  const footY = scene.place === 'top' ? HEIGHT - 52 : 92;
  const nameWidth = measureText(name, line);
  const left = scene.align === 'start' ? MARGIN : (WIDTH - nameWidth - 52) / 2;
  return [
    ...title,
    ...subtitle,
    sprout(left + 18, footY + 2, 40, foot),
    lettering(name, { ...line, x: left + 52, y: footY, fill: foot }),
  ].join('');
}

/** Draws the cover of the book `id` as an SVG of 720 × 1080 that needs no installed font. Throws for a book without a scene. */
export function drawCover(id: string, author: string): CoverDrawing {
  const scene = scenes[id];
  if (!scene) throw new Error(`the book ${id} has no cover scene`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${scene.art}${words(scene, author)}</svg>`;
  return { svg, version: createHash('sha256').update(svg).digest('hex').slice(0, 10), color: scene.color };
}
