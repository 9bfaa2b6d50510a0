import type { DemoEbook } from './book.ts';
import { apocalipse } from './books/apocalipse.ts';
import { cozinha } from './books/cozinha.ts';
import { debora } from './books/debora.ts';
import { duvida } from './books/duvida.ts';
import { emaus } from './books/emaus.ts';
import { gratidao } from './books/gratidao.ts';
import { jardim } from './books/jardim.ts';
import { lirios } from './books/lirios.ts';
import { perdoar } from './books/perdoar.ts';
import { poco } from './books/poco.ts';
import { raizes } from './books/raizes.ts';
import { rute } from './books/rute.ts';
import { sabado } from './books/sabado.ts';
import { salmos } from './books/salmos.ts';
import { silencio } from './books/silencio.ts';

/** The author and the imprint of the demo books. */
export const demoPublishing = { author: 'Marina Alvorada', imprint: 'Raiz & Palavra' } as const;

/** The books of the demo shop. */
export const demoEbooks: readonly DemoEbook[] = [
  raizes,
  salmos,
  silencio,
  sabado,
  rute,
  duvida,
  apocalipse,
  gratidao,
  cozinha,
  perdoar,
  lirios,
  poco,
  jardim,
  emaus,
  debora,
];
