import { basename, join, relative, resolve, sep } from 'node:path';
import webpack, { type Chunk, type Compilation, type Compiler, type NormalModule } from 'webpack';

/** Files of one page or of the room's entry, by name inside the release. */
export type PageFiles = { scripts: string[]; styles: string[] };

/**
 * Content of `pages.json` in a client build: the files of the entry, and the files that each lazy page (a module named `*-page.tsx`) and
 * each slot (a module named `<slot>-slot.tsx`) adds. `late`: the chunk of that name, which the entry requests as soon as it runs, without
 * waiting for it.
 */
export type RoomFiles = { entry: PageFiles; late?: PageFiles; pages: Record<string, PageFiles>; slots: Record<string, PageFiles> };

const SLOT_ENDING = '-slot.tsx';

/** Returns a page's name: its path inside the room, such as `src/features/cart/cart-page.tsx`. */
export const pageName = (directory: string, file: string): string => relative(directory, file).split(sep).join('/');

/** Writes `pages.json`, which tells the shell's server exactly which files a matched route needs. */
export class PageFilesPlugin {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PageFilesPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'PageFilesPlugin', stage }, () => {
        compilation.emitAsset('pages.json', new webpack.sources.RawSource(JSON.stringify(this.#roomFiles(compilation), null, 1)));
      });
    });
  }

  #roomFiles(compilation: Compilation): RoomFiles {
    const entry = compilation.namedChunkGroups.get('main') ?? compilation.namedChunkGroups.get('routes');
    const routes = join(this.#directory, 'src/routes.tsx');
    const pages: RoomFiles['pages'] = {};
    const slots: RoomFiles['slots'] = {};
    const known = new Set(entry?.chunks);
    for (const group of compilation.chunkGroups) {
      const added = () => filesOf(group.chunks.filter((chunk) => !known.has(chunk)));
      for (const { module, request } of group.origins) {
        const origin = (module as NormalModule | null)?.resource;
        if (!origin || !request) continue;
        if (request.endsWith('-page.tsx')) {
          pages[pageName(this.#directory, resolve(origin, '..', request))] = added();
        } else if (request.endsWith(SLOT_ENDING)) {
          slots[basename(request, SLOT_ENDING)] = added();
        } else if (origin === routes) {
          compilation.errors.push(
            new webpack.WebpackError(`src/routes.tsx loads ${request}: lazy pages are files named *-page.tsx, slots *-slot.tsx`),
          );
        }
      }
    }
    const late = compilation.namedChunkGroups.get('late');
    return { entry: filesOf(entry?.chunks ?? []), ...(late && { late: filesOf(late.chunks) }), pages, slots };
  }
}

function filesOf(chunks: readonly Chunk[]): PageFiles {
  const names = [...new Set(chunks.flatMap((chunk) => [...chunk.files]))];
  return { scripts: names.filter((name) => name.endsWith('.js')), styles: names.filter((name) => name.endsWith('.css')) };
}
