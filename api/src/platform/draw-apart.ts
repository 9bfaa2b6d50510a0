import { runInProcess } from './limited-process.ts';
import { oneAtATime, ResourceLimitError } from './limited-work.ts';

/** `too_costly`: decoding takes more memory or time than there is. */
export type PictureProblem = 'not_picture' | 'damaged' | 'too_many_pixels' | 'too_costly';

/** A file that no picture can be made of, for one of `Problem`. */
export class BadPicture<Problem extends string = PictureProblem> extends Error {
  override readonly name = 'BadPicture';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Longer than any picture takes that may come in. */
const LONGEST_MS = 30_000;
/** Visitors' small pictures that may wait at a time. */
const FEW = 5;

type Drawing<Drawn> = { drawn: Drawn } | { problem: PictureProblem } | { failure: string };

type DrawApart = <Drawn>(name: string, read: () => Promise<Uint8Array>, ...input: unknown[]) => Promise<Drawn>;

const apart =
  (inTurn: ReturnType<typeof oneAtATime>): DrawApart =>
  (name, read, ...input) =>
    inTurn(async () => {
      const module = new URL('../picture-process.ts', import.meta.url);
      let drawing: Drawing<never>;
      try {
        drawing = await runInProcess(module, { name, input: [await read(), ...input] }, LONGEST_MS);
      } catch (error) {
        throw error instanceof ResourceLimitError ? new BadPicture('too_costly', { cause: error }) : error;
      }
      if ('problem' in drawing) throw new BadPicture(drawing.problem);
      if ('failure' in drawing) throw new Error(drawing.failure);
      return drawing.drawn;
    });

/**
 * Makes of a file what `name` stands for in `picture-process.ts`, in a process of its own and one at a time, so that hostile files neither take
 * the API's memory nor keep it from answering. The API itself never loads a decoder. `read` is called when its turn comes.
 * Throws `BadPicture` and what `read` throws.
 */
export const drawApart = apart(oneAtATime(Number.POSITIVE_INFINITY));

/** The same for what every visitor can ask for. Throws `TooManyWaiting`, too. */
export const drawApartUnlessBusy = apart(oneAtATime(FEW));
