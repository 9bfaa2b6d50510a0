import { runInProcess } from './limited-process.ts';
import { oneAtATime, ResourceLimitError } from './limited-work.ts';

/** `too_costly`: decoding exceeded the memory or time limit. */
export type PictureProblem = 'not_picture' | 'damaged' | 'too_many_pixels' | 'too_costly';

/** A file that cannot be decoded as a picture. `problem` says why. */
export class BadPicture<Problem extends string = PictureProblem> extends Error {
  override readonly name = 'BadPicture';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Milliseconds. Drawing a picture that the limits allow never takes longer. */
const LONGEST_MS = 30_000;
/** Longest queue of visitors' small pictures. */
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
 * Runs the function that `picture-process.ts` lists as `name` on a file, in a separate process, one file at a time. Hostile files can
 * neither use up the API's memory nor block it, because the API itself never loads a decoder. `read` is called when the file's turn comes.
 * Throws `BadPicture` and whatever `read` throws.
 */
export const drawApart = apart(oneAtATime(Number.POSITIVE_INFINITY));

/** Draws like `drawApart`, for pictures that every visitor can request. Throws `TooManyWaiting` when the queue is full. */
export const drawApartUnlessBusy = apart(oneAtATime(FEW));
