import { disc, fade, glow, ground, hill, leaf, rays, ring, shape, sparkle, sprout, stars, stroke, wheat } from './shapes.ts';

/** The words and picture of one cover. The title's line breaks are set by hand. Its font size follows from the longest line. */
export type Scene = {
  title: readonly string[];
  subtitle: readonly string[];
  /** Position of the title. The author's name is at the other end. */
  place: 'top' | 'bottom';
  align: 'start' | 'middle';
  ink: string;
  /** Color of the subtitle and the author's name. */
  second: string;
  /** Color of the author's name where its background differs from the title's. */
  foot?: string;
  /** The dominant color, shown until the cover has loaded. */
  color: string;
  art: string;
};

const roots = (): string => {
  const brown = '#e9c9a0';
  const main = [
    'M360 560 C360 640 352 700 330 770 C310 835 300 890 306 960',
    'M360 560 C362 650 376 720 404 790 C424 842 430 890 424 950',
    'M360 575 C330 640 270 668 214 706 C160 742 120 790 104 850',
    'M360 575 C392 640 452 664 508 700 C562 736 602 786 616 846',
    'M352 640 C326 700 282 742 238 790 C206 826 190 870 188 912',
    'M370 640 C398 700 440 738 484 784 C516 818 532 860 536 904',
  ];
  const fine = [
    'M214 706 C168 700 120 706 76 730',
    'M508 700 C556 694 602 700 646 724',
    'M238 790 C196 796 150 820 128 868',
    'M484 784 C528 790 574 816 594 862',
    'M330 770 C300 800 268 840 256 892',
    'M404 790 C434 820 462 858 474 906',
    'M306 960 C300 990 288 1012 270 1034',
    'M424 950 C430 984 444 1010 462 1030',
    'M360 700 C362 780 366 850 360 940',
  ];
  return main.map((d) => stroke(d, brown, 9)).join('') + fine.map((d) => stroke(d, brown, 4, 0.8)).join('');
};

const palm = (x: number, y: number, color: string, dark: string): string => {
  const crown = [-96, -66, -38, -10, 18, 46, 74, 102]
    .map((angle, index) => {
      const length = index % 2 === 0 ? 205 : 180;
      const fill = index % 2 === 0 ? color : dark;
      return `<g transform="translate(${x + 28} ${y - 430}) rotate(${angle})">${shape(`M0 0 C${-length * 0.16} ${-length * 0.45} ${-length * 0.05} ${-length * 0.86} ${length * 0.3} ${-length} C${length * 0.3} ${-length * 0.72} ${length * 0.24} ${-length * 0.3} 0 0 Z`, fill)}</g>`;
    })
    .join('');
  return (
    shape(
      `M${x - 20} ${y} C${x - 6} ${y - 150} ${x + 2} ${y - 300} ${x + 18} ${y - 430} L${x + 40} ${y - 430} C${x + 30} ${y - 290} ${x + 24} ${y - 150} ${x + 26} ${y} Z`,
      dark,
    ) +
    crown +
    disc(x + 14, y - 424, 15, '#c96f3b') +
    disc(x + 44, y - 420, 14, '#b85f30') +
    disc(x + 28, y - 404, 13, '#d98850')
  );
};

const lily = (x: number, y: number, size: number, angle: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${angle})">${leaf(0, 0, size, -34, '#fbf3ec', undefined, 0.26)}${leaf(0, 0, size, 34, '#fbf3ec', undefined, 0.26)}${leaf(0, 0, size * 0.95, -62, '#f1dfd8', undefined, 0.22)}${leaf(0, 0, size * 0.95, 62, '#f1dfd8', undefined, 0.22)}${leaf(0, 0, size * 1.06, 0, '#ffffff', undefined, 0.24)}${[
    -16, -5, 6, 17,
  ]
    .map(
      (turn) =>
        `<g transform="rotate(${turn})">${stroke(`M0 0 L0 ${-size * 0.62}`, '#d9a441', 3)}${disc(0, -size * 0.64, 5, '#b9781f')}</g>`,
    )
    .join('')}</g>`;

const flowerHead = (x: number, y: number, radius: number, petals: number, fill: string, heart: string): string =>
  Array.from({ length: petals }, (_, index) => leaf(x, y, radius, (360 / petals) * index, fill, undefined, 0.3)).join('') +
  disc(x, y, radius * 0.3, heart);

const branch = (mirror: boolean): string => {
  const leaves = [
    [360, 940, 150, 76],
    [360, 880, 165, 62],
    [360, 812, 160, 56],
    [360, 744, 148, 50],
    [360, 682, 128, 44],
    [360, 630, 104, 36],
  ] as const;
  return leaves
    .map(([x, y, length, angle], index) => leaf(x, y, length, mirror ? -angle : angle, index % 2 === 0 ? '#5f7d52' : '#88a06a', '#2f4a35'))
    .join('');
};

const tile = (x: number, y: number, kind: number): string => {
  const inks = ['#b5532f', '#6f7a45', '#d9a441', '#33503f'];
  const ink = inks[(kind * 7 + 1) % inks.length] ?? '#b5532f';
  const drawings = [
    () => sprout(x, y + 34, 78, ink),
    () => disc(x, y, 26, ink) + rays(x, y, 12, 34, 50, ink, 5),
    () => leaf(x - 16, y + 44, 92, 20, ink, '#fbf4e6'),
    () => stroke(`M${x - 46} ${y - 14} q15 -18 31 0 t31 0 t31 0 M${x - 46} ${y + 16} q15 -18 31 0 t31 0 t31 0`, ink, 7),
    () => sparkle(x, y, 46, ink),
    () =>
      stroke(`M${x} ${y + 48} V${y - 20}`, ink, 6) +
      [-58, 58]
        .map((turn) => leaf(x, y + 34, 50, turn, ink, undefined, 0.34) + leaf(x, y + 4, 46, turn * 0.9, ink, undefined, 0.34))
        .join('') +
      leaf(x, y - 14, 40, 0, ink, undefined, 0.34),
    () =>
      shape(`M${x - 42} ${y + 6} h84 c0 30 -18 44 -42 44 s-42 -14 -42 -44 Z`, ink) +
      stroke(`M${x - 14} ${y - 8} q-9 -12 0 -22 t0 -20 M${x + 14} ${y - 8} q-9 -12 0 -22 t0 -20`, ink, 5),
    () => flowerHead(x, y, 48, 6, ink, '#fbf4e6'),
  ];
  return drawings[kind % drawings.length]?.() ?? '';
};

/** The scene of each book's cover, by book id. */
export const scenes: Readonly<Record<string, Scene>> = {
  'raizes-que-sustentam': {
    title: ['Raízes que', 'sustentam'],
    subtitle: ['Fé para os dias em que', 'nada parece crescer'],
    place: 'top',
    align: 'middle',
    ink: '#223a2c',
    second: '#4d5f3f',
    foot: '#f3dfc2',
    color: '#5b3a28',
    art: `<defs>${fade('sky', '#f7ecd8', '#efdcb8')}${fade('soil', '#7a4c31', '#3a241a')}${glow('light', '#fff6df')}</defs>${ground('url(#sky)')}${disc(360, 470, 260, 'url(#light)')}${hill([636, 626, 632, 624, 636], 'url(#soil)')}<g transform="translate(0 220) scale(1 0.72)">${roots()}</g><g transform="translate(0 70)">${stroke('M360 566 C356 520 366 486 360 428', '#4f6b3c', 11)}${leaf(360, 470, 120, -58, '#6f8f4d', '#4f6b3c')}${leaf(360, 448, 128, 54, '#86a45c', '#4f6b3c')}${leaf(360, 430, 78, -6, '#9dbb70', '#4f6b3c')}</g>${[
      [90, 720, 15],
      [640, 690, 12],
      [566, 950, 15],
      [108, 968, 12],
      [662, 880, 10],
    ]
      .map(([x = 0, y = 0, r = 0]) => `<ellipse cx="${x}" cy="${y}" rx="${r * 1.4}" ry="${r}" fill="#8a5b3c" opacity="0.75"/>`)
      .join('')}`,
  },
  'rute-uma-leitura-devagar': {
    title: ['Rute'],
    subtitle: ['uma leitura devagar'],
    place: 'top',
    align: 'start',
    ink: '#6e2c17',
    second: '#8a4a22',
    foot: '#fdf0cf',
    color: '#d99a3c',
    art: `<defs>${fade('sky', '#fbe7b8', '#f6c877', '#ec9f4f')}${glow('light', '#fff7d8', 1)}${fade('field', '#c9802f', '#84441c')}</defs>${ground('url(#sky)')}${disc(528, 470, 330, 'url(#light)')}${disc(528, 470, 112, '#fff2c4')}${hill([640, 590, 626, 566, 610], '#dd8f45', 0.75)}${hill([706, 660, 640, 690, 650], '#c77432')}${hill([770, 742, 760, 736, 780], 'url(#field)')}${[
      [70, 1100, 430, -20],
      [160, 1120, 520, 26],
      [262, 1110, 400, -14],
      [356, 1130, 560, 34],
      [452, 1110, 430, 20],
      [548, 1120, 500, -26],
      [650, 1110, 410, 24],
    ]
      .map(([x = 0, y = 0, h = 0, b = 0], index) => wheat(x, y, h, b, index % 2 === 0 ? '#f3c65f' : '#e5ab45'))
      .join('')}${hill([1000, 985, 1002, 988, 1004], '#6d3416')}`,
  },
  'apocalipse-sem-susto': {
    title: ['Apocalipse', 'sem susto'],
    subtitle: ['Sete cartas e uma cidade', 'de portas abertas'],
    place: 'top',
    align: 'middle',
    ink: '#f8e3b0',
    second: '#c9d3e6',
    color: '#1c2a52',
    art: `<defs>${fade('sky', '#0f1836', '#22376b', '#5a5f94', '#d99a78')}${glow('light', '#ffe3a8', 1)}</defs>${ground('url(#sky)')}${stars(21, 110, [20, 20, 700, 640], '#f4ecd2')}${disc(360, 800, 380, 'url(#light)')}${rays(360, 815, 48, 240, 480, '#ffe9bd', 3, 0.22)}${[
      [150, 120, 210],
      [226, 96, 270],
      [300, 120, 330],
      [360, 130, 410],
      [424, 120, 330],
      [496, 96, 270],
      [570, 120, 210],
    ]
      .map(
        ([x = 0, w = 0, h = 0], index) =>
          shape(
            `M${x - w / 2} 960 V${960 - h + w / 2} A${w / 2} ${w / 2} 0 0 1 ${x + w / 2} ${960 - h + w / 2} V960 Z`,
            ['#e9bd86', '#dca56f', '#f1cd9a', '#fbe2b6', '#f1cd9a', '#dca56f', '#e9bd86'][index] ?? '#fbe2b6',
          ) + shape(`M${x - w / 5} 960 V${960 - h * 0.36} A${w / 5} ${w / 5} 0 0 1 ${x + w / 5} ${960 - h * 0.36} V960 Z`, '#3a3560'),
      )
      .join(
        '',
      )}${hill([960, 948, 956, 946, 960], '#141c3d')}${[108, 192, 276, 360, 444, 528, 612].map((x, index) => sparkle(x, 560 - Math.sin(((index + 0.5) / 7) * Math.PI) * 74, index === 3 ? 26 : 18, '#ffe6a6')).join('')}`,
  },
  'quando-a-oracao-e-silencio': {
    title: ['Quando a', 'oração é', 'silêncio'],
    subtitle: [],
    place: 'top',
    align: 'start',
    ink: '#f4f0e2',
    second: '#bcd0d2',
    color: '#1f4a57',
    art: `<defs>${fade('sky', '#123440', '#2c6470', '#7fa9a6')}${fade('water', '#5f9496', '#163e4a')}${glow('light', '#fdf6dc', 0.9)}</defs>${ground('url(#sky)')}${stars(5, 46, [380, 30, 700, 420], '#e8f0ea')}${disc(530, 562, 240, 'url(#light)')}${disc(530, 562, 72, '#fbf4da')}${disc(512, 548, 52, '#f2e8c6', 0.5)}${hill([660, 612, 640, 600, 650], '#2b5f68', 0.8)}${hill([690, 672, 686, 664, 690], '#1f4c57')}<rect y="690" width="720" height="390" fill="url(#water)"/>${[0, 1, 2, 3, 4, 5].map((index) => `<ellipse cx="530" cy="${742 + index * 46}" rx="${64 + index * 34}" ry="${9 + index * 4}" fill="none" stroke="#f6efd2" stroke-width="${5 - index * 0.5}" opacity="${0.85 - index * 0.12}"/>`).join('')}${shape('M110 860 q75 34 150 0 l-20 34 q-55 20 -110 0 Z', '#0f2d36')}${stroke('M182 862 V740', '#0f2d36', 6)}${shape('M186 746 q58 50 50 108 h-50 Z', '#f4f0e2', 0.92)}`,
  },
  'o-sabado-possivel': {
    title: ['O sábado', 'possível'],
    subtitle: ['Descanso para quem', 'não consegue parar'],
    place: 'top',
    align: 'middle',
    ink: '#7a3320',
    second: '#8d5a3f',
    color: '#e8b89a',
    art: `<defs>${fade('wall', '#fbeee0', '#f3d9c2')}${fade('sky', '#f9d9a6', '#ef9f74', '#c96d5b')}${glow('light', '#fff3cf')}<clipPath id="arch"><path d="M170 960 V590 A190 190 0 0 1 550 590 V960 Z"/></clipPath></defs>${ground('url(#wall)')}<g transform="translate(43 122) scale(0.88)"><g clip-path="url(#arch)">${shape('M170 960 V400 H550 V960 Z', 'url(#sky)')}${disc(360, 690, 220, 'url(#light)')}${disc(360, 690, 84, '#fff0c2')}${shape('M170 800 Q260 724 350 786 T550 752 V960 H170 Z', '#a9583f')}${shape('M170 866 Q280 800 380 850 T550 830 V960 H170 Z', '#7d4436')}</g>${stroke('M170 960 V590 A190 190 0 0 1 550 590 V960', '#fffaf2', 20)}${stroke('M360 402 V960 M172 690 H548', '#fffaf2', 9)}<rect x="120" y="952" width="480" height="24" rx="8" fill="#fffaf2"/>${shape('M470 952 l-14 -84 h92 l-14 84 Z', '#b5532f')}${leaf(502, 872, 130, -34, '#5f7445', '#3c4d2e')}${leaf(502, 872, 150, 0, '#7d8f58', '#3c4d2e')}${leaf(502, 872, 132, 36, '#6b8150', '#3c4d2e')}${leaf(502, 872, 96, -66, '#7d8f58', '#3c4d2e')}${leaf(502, 872, 96, 68, '#5f7445', '#3c4d2e')}${shape('M196 952 v-40 h84 v26 q0 14 -14 14 Z', '#33503f')}${stroke('M280 920 q26 0 20 18 q-6 10 -22 8', '#33503f', 8)}${stroke('M220 900 q-10 -16 0 -30 t0 -28 M250 900 q-10 -16 0 -30 t0 -28', '#fffaf2', 5, 0.8)}</g>`,
  },
  'trinta-manhas-com-os-salmos': {
    title: ['Trinta', 'manhãs com', 'os Salmos'],
    subtitle: [],
    place: 'bottom',
    align: 'start',
    ink: '#fff3dc',
    second: '#fbd9ae',
    foot: '#7b3f1e',
    color: '#cf6b3c',
    art: `<defs>${fade('sky', '#fdf0d2', '#f9d596', '#f0a45f')}${fade('near', '#b7502e', '#7d2f1f')}${glow('light', '#fffbe6', 1)}</defs>${ground('url(#sky)')}${disc(360, 566, 420, 'url(#light)')}${rays(360, 566, 30, 186, 380, '#e07f3f', 7, 0.75)}${disc(360, 566, 150, '#f6b53f')}${disc(360, 566, 118, '#fbd06a')}${hill([612, 560, 618, 566, 600], '#dd7f47')}${hill([680, 650, 690, 640, 676], '#c6623a')}${hill([730, 704, 720, 700, 732], 'url(#near)')}${[
      [150, 250, 1],
      [214, 218, 0.7],
      [560, 236, 0.9],
      [506, 276, 0.62],
      [612, 292, 0.55],
    ]
      .map(
        ([x = 0, y = 0, s = 1]) =>
          `<g transform="translate(${x} ${y}) scale(${s})">${stroke('M-34 -6 Q-16 -26 0 0 Q16 -26 34 -6', '#8c3f22', 7)}</g>`,
      )
      .join('')}`,
  },
  'cartas-para-quem-duvida': {
    title: ['Cartas', 'para quem', 'duvida'],
    subtitle: [],
    place: 'top',
    align: 'start',
    ink: '#2b3550',
    second: '#58617c',
    foot: '#eef1f5',
    color: '#aeb9cc',
    art: `<defs>${fade('sky', '#eceef0', '#d3dbe4', '#b9c6d6')}${glow('light', '#fff8e2', 1)}</defs>${ground('url(#sky)')}${disc(560, 490, 250, 'url(#light)')}${disc(560, 490, 60, '#fdf3d3')}${hill([600, 540, 596, 520, 570], '#a9b9cb', 0.8)}${hill([690, 640, 660, 616, 668], '#8b9db6')}${hill([770, 740, 700, 720, 750], '#66799a')}${hill([860, 820, 842, 800, 840], '#445577')}${shape('M250 1080 C330 1000 520 960 470 890 C430 836 300 846 330 782 C350 740 440 742 436 700 C434 674 396 668 402 646 L410 646 C414 664 460 670 464 700 C470 750 372 752 366 788 C352 846 540 826 580 900 C612 966 520 1010 500 1080 Z', '#f3e9d2')}${[
      [96, 640, -14],
      [612, 560, 12],
      [196, 790, 8],
    ]
      .map(
        ([x = 0, y = 0, turn = 0], index) =>
          `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${index === 1 ? 0.62 : 1})"><rect x="-62" y="-42" width="124" height="84" rx="6" fill="#fdf8ec"/>${stroke('M-60 -40 L0 8 L60 -40', '#b5532f', 5)}${disc(0, 10, 12, '#b5532f')}</g>`,
      )
      .join('')}${hill([968, 948, 962, 944, 960], '#2f3d5c')}`,
  },
  'o-sobrenatural-na-cozinha': {
    title: ['O sobrenatural', 'na cozinha'],
    subtitle: ['Milagres em escala doméstica'],
    place: 'top',
    align: 'middle',
    ink: '#f7e6c6',
    second: '#e2b98c',
    foot: '#f7e6c6',
    color: '#5c2331',
    art: `<defs>${fade('wall', '#7a2f3c', '#4a1c2b')}${glow('light', '#ffce7a', 0.95)}${fade('jar', '#d98a54', '#a4532f')}${fade('loaf', '#e0a45a', '#b06c2c')}</defs>${ground('url(#wall)')}${disc(360, 690, 380, 'url(#light)')}${rays(360, 660, 28, 250, 345, '#ffd995', 5, 0.55)}<rect y="880" width="720" height="200" fill="#2f1220"/><rect y="866" width="720" height="26" fill="#8a5032"/>${shape('M268 866 C214 800 224 700 306 664 V628 H414 V664 C496 700 506 800 452 866 Z', 'url(#jar)')}${shape('M292 606 h136 a12 12 0 0 1 0 30 h-136 a12 12 0 0 1 0 -30 Z', '#b9633a')}${stroke('M306 676 C250 660 240 724 262 748 M414 676 C470 660 480 724 458 748', '#b9633a', 16)}${stroke('M250 772 H470', '#f7e6c6', 7)}${stroke('M252 792 l22 -14 l22 14 l22 -14 l22 14 l22 -14 l22 14 l22 -14 l22 14 l22 -14 l20 14', '#f7e6c6', 5, 0.9)}${shape('M500 866 C496 810 540 784 594 784 S690 810 688 866 Z', 'url(#loaf)')}${stroke('M548 806 l20 32 M592 800 l20 34 M636 808 l18 30', '#f7dca8', 7)}${shape('M66 866 q-18 -64 52 -66 h30 q70 2 52 66 Z', '#cfa86f')}${stroke('M60 806 h146', '#f1dcb0', 14)}${stroke('M332 580 q-20 -34 0 -66 t0 -64 M388 580 q-20 -34 0 -66 t0 -64', '#fff0cf', 7, 0.75)}${sparkle(360, 500, 34, '#fff3d2')}${sparkle(204, 560, 18, '#ffe0a0')}${sparkle(530, 590, 22, '#ffe0a0')}`,
  },
  'perdoar-devagar': {
    title: ['Perdoar', 'devagar'],
    subtitle: ['O que José aprendeu', 'entre o poço e o abraço'],
    place: 'top',
    align: 'start',
    ink: '#f3ead9',
    second: '#c8d0b8',
    color: '#38493c',
    art: `<defs>${fade('wall', '#3f5243', '#2a382f')}${fade('bowl', '#f0e7d6', '#cdbfa6')}${glow('light', '#e8c98a', 0.6)}<clipPath id="cup"><path d="M150 668 H570 C570 830 490 912 360 912 S150 830 150 668 Z"/></clipPath></defs>${ground('url(#wall)')}${disc(360, 690, 330, 'url(#light)')}<g transform="translate(0 26)"><ellipse cx="360" cy="944" rx="250" ry="22" fill="#1c271f" opacity="0.6"/>${shape('M284 900 h152 l16 44 h-184 Z', '#bcae94')}${shape('M150 668 H570 C570 830 490 912 360 912 S150 830 150 668 Z', 'url(#bowl)')}<g clip-path="url(#cup)">${stroke('M250 660 L276 724 L236 780 L292 830 L280 915 M276 724 L362 744 L400 700 L388 660 M362 744 L372 820 L340 915 M372 820 L452 800 L480 740 L470 660 M452 800 L500 850', '#d9a441', 9)}${stroke('M452 800 L480 740 L575 728', '#d9a441', 7)}</g><ellipse cx="360" cy="668" rx="210" ry="30" fill="#5a4636"/>${stroke('M150 668 a210 30 0 0 1 420 0', '#fbf5e8', 8)}${stroke('M150 668 a210 30 0 0 0 420 0', '#fbf5e8', 8)}${stroke('M360 664 C352 600 372 560 362 500', '#7f9a63', 9)}${leaf(362, 580, 112, -56, '#8fab6f', '#5d7a49')}${leaf(362, 548, 118, 54, '#a5bf82', '#5d7a49')}${leaf(362, 504, 62, -8, '#bcd196', '#5d7a49')}</g>`,
  },
  'mulheres-a-beira-do-poco': {
    title: ['Mulheres', 'à beira', 'do poço'],
    subtitle: [],
    place: 'top',
    align: 'start',
    ink: '#0f3d4c',
    second: '#2d6070',
    foot: '#e7f0ea',
    color: '#3f8b93',
    art: `<defs>${fade('sand', '#f4e6cb', '#e9cfa2')}<radialGradient id="deep"><stop offset="0" stop-color="#d8f0ea"/><stop offset="0.25" stop-color="#6fb3b5"/><stop offset="1" stop-color="#12505f"/></radialGradient></defs>${ground('url(#sand)')}<g transform="translate(36 92)">${disc(440, 760, 342, '#c99b66')}${Array.from({ length: 20 }, (_, index) => `<g transform="rotate(${index * 18} 440 760)"><rect x="394" y="426" width="92" height="82" rx="12" fill="${index % 3 === 0 ? '#b98552' : index % 3 === 1 ? '#d7ab76' : '#c7965f'}" stroke="#8d6038" stroke-width="4"/></g>`).join('')}${disc(440, 760, 262, 'url(#deep)')}${[216, 170, 124, 78].map((radius, index) => ring(440, 760, radius, '#e9fbf4', 4, 0.28 + index * 0.14)).join('')}${sparkle(440, 760, 44, '#ffffff')}</g>${leaf(80, 1000, 190, 30, '#5f7d52', '#3c5536')}${leaf(78, 1000, 165, 70, '#86a06a', '#3c5536')}${leaf(74, 1000, 170, -10, '#74915c', '#3c5536')}${hill([966, 984, 972, 986, 974], '#0f3d4c')}`,
  },
  'jardim-interior': {
    title: ['Jardim', 'interior'],
    subtitle: ['Uma estação por vez'],
    place: 'top',
    align: 'middle',
    ink: '#24402f',
    second: '#5c6b45',
    color: '#dfe3cb',
    art: `<defs>${fade('paper', '#f4f3e4', '#dfe5cb')}</defs>${ground('url(#paper)')}<g transform="translate(29 36) scale(0.92)">${stroke('M360 1000 V560', '#2f4a35', 9)}${branch(false)}${branch(true)}${flowerHead(360, 520, 118, 10, '#d9775a', '#f3c65f')}${flowerHead(360, 520, 72, 10, '#e79a7c', '#f3c65f')}${flowerHead(150, 620, 66, 8, '#e3b24e', '#8a4a22')}${flowerHead(570, 620, 66, 8, '#e3b24e', '#8a4a22')}${stroke('M150 640 C150 780 250 860 352 960 M570 640 C570 780 470 860 368 960', '#2f4a35', 6)}${leaf(168, 756, 84, -58, '#88a06a', '#2f4a35')}${leaf(552, 756, 84, 58, '#88a06a', '#2f4a35')}${[
      [96, 500],
      [624, 500],
      [250, 470],
      [470, 470],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 9, '#b5532f') + disc(x + 14, y - 18, 6, '#d9a441'))
      .join(
        '',
      )}</g><rect x="34" y="34" width="652" height="948" rx="18" fill="none" stroke="#5f7d52" stroke-width="4"/><rect x="46" y="46" width="628" height="924" rx="12" fill="none" stroke="#5f7d52" stroke-width="1.5"/>`,
  },
  'os-lirios-e-a-ansiedade': {
    title: ['Os lírios e', 'a ansiedade'],
    subtitle: ['Um caminho de volta ao agora'],
    place: 'top',
    align: 'middle',
    ink: '#5b2747',
    second: '#7d4a69',
    foot: '#fbeef0',
    color: '#d9a3b4',
    art: `<defs>${fade('sky', '#fbe9e4', '#f0c6cb', '#c98fb0')}${fade('green', '#51744f', '#274634')}${glow('light', '#fff6ee', 1)}</defs>${ground('url(#sky)')}${disc(360, 560, 330, 'url(#light)')}${hill([800, 770, 792, 760, 796], '#a9739c', 0.55)}${hill([880, 850, 872, 846, 884], 'url(#green)')}${stroke('M360 1080 C352 900 372 760 360 640', '#3d6046', 11)}${stroke('M200 1080 C214 960 176 860 190 760', '#3d6046', 10)}${stroke('M530 1080 C512 970 552 880 536 740', '#3d6046', 10)}${leaf(352, 1010, 230, -40, '#4f7a55', '#2c5140', 0.16)}${leaf(366, 980, 240, 36, '#6b9468', '#2c5140', 0.16)}${leaf(206, 1040, 190, -52, '#6b9468', '#2c5140', 0.16)}${leaf(520, 1040, 200, 50, '#4f7a55', '#2c5140', 0.16)}${hill([972, 956, 966, 950, 970], '#1c3527')}${lily(360, 650, 210, 0)}${lily(190, 770, 150, -18)}${lily(536, 750, 160, 16)}`,
  },
  'caderno-de-gratidao': {
    title: ['Caderno', 'de gratidão'],
    subtitle: ['Cinquenta e duas semanas'],
    place: 'bottom',
    align: 'middle',
    ink: '#3a2418',
    second: '#7a5136',
    color: '#f3e4c6',
    art: `${ground('#f7ead0')}${Array.from({ length: 16 }, (_, index) => {
      const column = index % 4;
      const row = Math.floor(index / 4);
      const x = 117 + column * 162;
      const y = 204 + row * 140;
      return (
        `<rect x="${x - 72}" y="${y - 64}" width="144" height="128" rx="14" fill="${(column + row) % 2 === 0 ? '#fbf4e6' : '#f0dcb6'}"/>` +
        tile(x, y, (row * 5 + column * 3 + (row % 2)) % 8)
      );
    }).join('')}`,
  },
  'no-caminho-de-emaus': {
    title: ['No caminho', 'de Emaús'],
    subtitle: ['Conversas para quem', 'caminha cansado'],
    place: 'top',
    align: 'start',
    ink: '#fdf0dc',
    second: '#f7cfa8',
    color: '#a2503f',
    art: `<defs>${fade('sky', '#5b3358', '#a8505a', '#e88a54', '#f8c876')}${glow('light', '#ffe9a8', 1)}</defs>${ground('url(#sky)')}${disc(392, 640, 300, 'url(#light)')}${disc(392, 640, 96, '#ffe7a0')}${hill([700, 660, 690, 650, 700], '#a04a4c')}${hill([760, 730, 720, 742, 716], '#7a3547')}${hill([830, 800, 830, 790, 836], '#4f2440')}${shape('M250 1080 C300 960 410 900 396 812 C390 776 366 760 384 738 L396 738 C390 760 430 776 436 812 C452 900 500 970 560 1080 Z', '#f0b878')}${[
      [110, 850, 330],
      [166, 880, 250],
      [610, 836, 300],
      [664, 872, 220],
    ]
      .map(([x = 0, y = 0, h = 0]) =>
        shape(
          `M${x} ${y - h} C${x + h * 0.16} ${y - h * 0.6} ${x + h * 0.13} ${y - h * 0.1} ${x} ${y} C${x - h * 0.13} ${y - h * 0.1} ${x - h * 0.16} ${y - h * 0.6} ${x} ${y - h} Z`,
          '#2f1730',
        ),
      )
      .join('')}${[
      [372, 900, 1],
      [418, 900, 0.96],
      [464, 904, 0.92],
    ]
      .map(
        ([x = 0, y = 0, s = 1], index) =>
          `<g transform="translate(${x} ${y}) scale(${s})">${shape('M0 -66 C16 -58 22 -20 20 0 H-20 C-22 -20 -16 -58 0 -66 Z', index === 1 ? '#fbe6c4' : '#3c1c34')}${disc(0, -76, 12, index === 1 ? '#fbe6c4' : '#3c1c34')}</g>`,
      )
      .join('')}${hill([978, 966, 974, 962, 976], '#2f1730')}`,
  },
  'debora-embaixo-da-palmeira': {
    title: ['Débora', 'embaixo da', 'palmeira'],
    subtitle: [],
    place: 'bottom',
    align: 'start',
    ink: '#fbf0d6',
    second: '#dfe2b8',
    foot: '#1f4437',
    color: '#3f7a63',
    art: `<defs>${fade('sky', '#f6ecc8', '#dfe3b0', '#9cc39a')}${fade('land', '#2f6450', '#173a30')}${glow('light', '#fffbe0', 1)}</defs>${ground('url(#sky)')}${disc(230, 330, 260, 'url(#light)')}${disc(230, 330, 92, '#f4c454')}${hill([640, 600, 630, 590, 624], '#7fae8a', 0.8)}${hill([700, 676, 690, 660, 700], '#4d8a70')}${palm(440, 730, '#3f7a4f', '#1f4f3c')}${hill([726, 706, 718, 712, 734], 'url(#land)')}`,
  },
};
