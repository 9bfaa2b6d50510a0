import { type BrandPictureProblem, SMALLEST_BRAND_PICTURES } from '@site/shared/contracts/admin-brand.ts';
import type { SitePictureName } from '@site/shared/contracts/content.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

const { portrait, icon, social, artwork } = SMALLEST_BRAND_PICTURES;

export const texts = defineTexts(
  {
    chooseColor: 'Escolher a cor',
    colorHint: 'Uma só: os tons do site, de dia e no escuro, saem dela.',
    colorMoved: 'Escurecemos um pouco, para que se leia em todo o site.',
    colorKept: 'Esta cor se lê bem em todo o site.',
    chosen: 'Escolhida',
    used: 'No site',
    light: 'De dia',
    dark: 'No escuro',
    sampleButton: 'Um botão',
    sampleLink: 'um link',
    sampleChip: 'um destaque',
    pictures: {
      portrait: {
        none: 'Sem retrato: o site mostra um desenho com as iniciais.',
        hint: `JPEG, PNG, WebP ou AVIF, até 20 MB. Pelo menos ${portrait} pixels de largura.`,
      },
      logo: {
        none: 'Sem logotipo: o nome aparece por extenso no topo.',
        hint: 'PNG ou WebP, de preferência com fundo transparente, até 20 MB.',
      },
      icon: {
        none: 'Sem ícone: aparece a primeira letra do nome sobre a cor principal.',
        hint: `Quadrado, pelo menos ${icon} × ${icon} pixels.`,
      },
      social: {
        none: 'Sem imagem: cada página tem uma prévia desenhada com o próprio título.',
        hint: `Aparece quando alguém compartilha um link. O ideal é 1200 × 630 pixels; pelo menos ${social} de largura.`,
      },
      artwork: {
        none: 'Sem capa: o feed usa o ícone do site, ou a primeira letra do nome sobre a cor principal.',
        hint: `Quadrada, o ideal é 3000 × 3000 pixels; pelo menos ${artwork}. Fica JPEG, como a Apple pede.`,
      },
    } satisfies Record<SitePictureName, { none: string; hint: string }>,
    now: (name: string): string => `${name}: imagem atual`,
    choose: 'Escolher imagem',
    cut: 'A parte clara é a que aparece. Toque no que precisa ficar visível, ou use o controle.',
    horizontal: 'Posição horizontal',
    vertical: 'Posição vertical',
    use: 'Usar esta imagem',
    sending: (percent: number): string => (percent < 100 ? `Enviando… ${percent}%` : 'Preparando a imagem…'),
    cancel: 'Cancelar',
    remove: 'Remover',
    problems: {
      empty: 'O arquivo está vazio.',
      too_large: 'O arquivo é grande demais: o limite é de 20 MB.',
      not_picture: 'Envie uma imagem JPEG, PNG, WebP ou AVIF. SVG e ICO não são aceitos.',
      not_png: 'O logotipo precisa ser PNG ou WebP.',
      damaged: 'O arquivo está danificado ou incompleto. Exporte-o de novo.',
      too_many_pixels:
        'A imagem tem pixels demais: no máximo 25 megapixels, ou 12 em AVIF. Reduza-a, por exemplo, para 2000 pixels de largura.',
      too_costly: 'Abrir esta imagem exige memória ou tempo demais. Salve-a como JPEG comum, ou com menos pixels, e envie de novo.',
      too_small: 'A imagem é pequena demais e ficaria borrada. Envie uma maior.',
      not_square: 'O ícone precisa ser quadrado.',
      upload_gone: 'O arquivo não chegou inteiro. Envie-o de novo.',
    } satisfies Record<BrandPictureProblem, string>,
    failed: 'A imagem não foi enviada.',
  },
  {
    chooseColor: 'Choose the colour',
    colorHint: 'Choose one colour: the site’s shades, in the light and the dark theme, come from it.',
    colorMoved: 'We made it slightly darker, so that it is readable everywhere on the site.',
    colorKept: 'This colour is readable everywhere on the site.',
    chosen: 'Chosen',
    used: 'On the site',
    light: 'Light theme',
    dark: 'Dark theme',
    sampleButton: 'A button',
    sampleLink: 'a link',
    sampleChip: 'a highlight',
    pictures: {
      portrait: {
        none: 'Without a portrait the site shows a picture of the initials.',
        hint: `JPEG, PNG, WebP or AVIF, up to 20 MB. At least ${portrait} pixels wide.`,
      },
      logo: {
        none: 'Without a logo the site shows the name as text.',
        hint: 'PNG or WebP, ideally with a transparent background, up to 20 MB.',
      },
      icon: {
        none: 'Without an icon the site shows the first letter of the name on the main colour.',
        hint: `Square, at least ${icon} × ${icon} pixels.`,
      },
      social: {
        none: 'Without a picture each page gets a preview with its own title.',
        hint: `Shown when someone shares a link. Ideally 1200 × 630 pixels; at least ${social} wide.`,
      },
      artwork: {
        none: 'Without artwork the feed uses the site’s icon, or the first letter of the name on the main colour.',
        hint: `Square, ideally 3000 × 3000 pixels; at least ${artwork}. It becomes a JPEG, as Apple requires.`,
      },
    },
    now: (name) => `${name}: current picture`,
    choose: 'Choose a picture',
    cut: 'The bright part will be shown. Press the most important point, or use the controls.',
    horizontal: 'Horizontal position',
    vertical: 'Vertical position',
    use: 'Use this picture',
    sending: (percent) => (percent < 100 ? `Sending… ${percent}%` : 'Preparing the picture…'),
    cancel: 'Cancel',
    remove: 'Remove',
    problems: {
      empty: 'The file is empty.',
      too_large: 'The file is too large: the limit is 20 MB.',
      not_picture: 'Upload a JPEG, PNG, WebP or AVIF picture. SVG and ICO are not accepted.',
      not_png: 'The logo must be a PNG or a WebP.',
      damaged: 'The file is damaged or incomplete. Export it again.',
      too_many_pixels:
        'The picture has too many pixels: at most 25 megapixels, or 12 as AVIF. Make it smaller, 2000 pixels wide for example.',
      too_costly: 'Opening this picture takes too much memory or time. Save it as a plain JPEG, or with fewer pixels, and upload it again.',
      too_small: 'The picture is too small and would look blurred. Upload a larger one.',
      not_square: 'The icon must be square.',
      upload_gone: 'The file did not arrive completely. Upload it again.',
    },
    failed: 'The picture was not uploaded.',
  },
);
