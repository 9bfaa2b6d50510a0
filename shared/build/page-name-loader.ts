import type { LoaderContext } from 'webpack';
import { pageName } from './page-files-plugin.ts';

/** Appends the page's name to its module; see `pageNames` in federated-webpack.ts. */
export default function pageNameLoader(this: LoaderContext<{ directory: string }>, source: string): string {
  return `${source}\nexport const pageModule = ${JSON.stringify(pageName(this.getOptions().directory, this.resourcePath))};\n`;
}
