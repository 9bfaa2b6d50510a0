import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import { Features, transform } from 'lightningcss';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { getContainerName, SHARED_KEYS } from '../src/federation/remote.ts';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin.ts';
import { LicencesPlugin } from './licences-plugin.ts';
import { CSS_TARGETS } from './oldest-browsers.ts';
import { PageFilesPlugin } from './page-files-plugin.ts';

export type Room = {
  /** The room's name, such as `mfe-shop`. */
  name: 'shell' | `mfe-${string}`;
  /** Absolute path of the room: `import.meta.dirname` of its configuration. */
  directory: string;
};

/**
 * Webpack configurations of one room: what browsers load and what the shell's server loads. A remote is a federation
 * container that exposes exactly `./routes` and bundles neither React nor our facade: the shell's federation runtime
 * (`@module-federation/enhanced/runtime`) hands it those. So a remote carries no runtime of its own: 3 KB, not 15.
 */
export function federatedWebpack(room: Room): [client: Configuration, server: Configuration] {
  return [clientConfiguration(room), serverConfiguration(room)];
}

/** Shortens a style sheet, and writes it as our oldest browsers read it. They take `not` only before a media type. */
async function minifyStyles(files: Record<string, string | Buffer>): Promise<{ code: string }> {
  const [[filename, code] = ['', '']] = Object.entries(files);
  const result = transform({ filename, code: Buffer.from(code), minify: true, targets: CSS_TARGETS, exclude: Features.LightDark });
  return { code: result.code.toString().replaceAll('@media not (', '@media not all and (') };
}

const isShell = ({ name }: Room): boolean => name === 'shell';

function clientConfiguration(room: Room): Configuration {
  return {
    ...common(room),
    name: `${room.name} client`,
    target: ['web', 'es2022'],
    devtool: process.env.SOURCE_MAPS ? 'hidden-source-map' : false,
    entry: isShell(room) ? { main: './src/start.tsx', 'start-late': './src/start-late.ts' } : {},
    module: { rules: [typescript, schemas, lateRouter, styles(room, false), files] },
    output: {
      path: join(room.directory, 'dist/client'),
      uniqueName: room.name,
      // A remote's release lives under an address of its own, which only the running page knows.
      publicPath: isShell(room) ? '/_s/' : 'auto',
      filename: isShell(room) ? '[name].[contenthash:10].js' : '[name].js',
      // Short where the address says which release it is of: the entry names them all.
      chunkFilename: isShell(room) ? '[contenthash:10].js' : '[id].js',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      // Beside the client: no browser is told of them, and none is given them.
      sourceMapFilename: '../maps/[file].map',
      // A chunk that hangs is given up, and asked for again by the next try.
      chunkLoadTimeout: 3_000,
      trustedTypes: { policyName: `site-${room.name}` },
      clean: true,
    },
    optimization: {
      // Libraries are read in a task of their own, and stay with their reader over our releases.
      splitChunks: {
        cacheGroups: {
          libraries: {
            test: /[\\/]node_modules[\\/]/,
            chunks: ({ name }) => name === 'main',
            name: 'libraries',
            filename: '[name].[contenthash:10].js',
            enforce: true,
          },
        },
      },
      minimizer: [
        minified(TerserPlugin.terserMinify, { include: LIBRARIES }, { passes: 2, hoist_funs: true }),
        minified(minifierOf(room), { exclude: [LIBRARIES, /^minified[.]/] }, { passes: 2 }),
        new CssMinimizerPlugin({
          minify: minifyStyles,
          parallel: false,
        }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:10].css',
        chunkFilename: isShell(room) ? '[contenthash:10].css' : '[id].css',
      }),
      ...container(room, { filename: 'remoteEntry.js', library: { type: 'var', name: getContainerName(room.name) } }),
      // What the federation runtime reads to leave out what we do not use: manifests, version negotiation, its Node half.
      new webpack.DefinePlugin({
        ENV_TARGET: '"web"',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
        FEDERATION_OPTIMIZE_NO_SHARED: true,
        'import.meta.url': webpack.DefinePlugin.runtimeValue(addressOfModule),
      }),
      ...(isShell(room) ? [new webpack.DefinePlugin(EVERY_BROWSER)] : [new ChunkIntegrityPlugin()]),
      // Compiled whole, beside the page's own work, because nearly all of it runs at once: by function, as it is called, the visitor waits.
      new webpack.BannerPlugin({
        banner: '//# allFunctionsCalledOnLoad',
        raw: true,
        test: /^(main|libraries)[.].*[.]js$/,
        stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
      }),
      new PageFilesPlugin(room.directory),
      new LicencesPlugin(),
    ],
  };
}

function serverConfiguration(room: Room): Configuration {
  const shared = common(room);
  return {
    ...shared,
    name: `${room.name} server`,
    target: 'node24',
    resolve: { ...shared.resolve, alias: { ...shared.resolve?.alias, ...BROWSER_ONLY } },
    entry: isShell(room) ? { render: './src/server/render.tsx' } : {},
    module: { rules: [typescript, pageNames(room), styles(room, true), { ...files, ...clientAddresses(room) }] },
    experiments: { outputModule: true },
    output: {
      path: join(room.directory, 'dist/server'),
      uniqueName: room.name,
      publicPath: 'auto',
      filename: '[name].mjs',
      chunkFilename: '[contenthash:10].mjs',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      ...(isShell(room) ? { library: { type: 'module' } } : {}),
      clean: true,
    },
    // Readable stack traces are worth more than bytes that are never downloaded.
    optimization: { minimize: false },
    plugins: container(room, { filename: 'remoteEntry.mjs', library: { type: 'module' } }),
  };
}

/** The shell's chunk of every page that is not ours. */
const LIBRARIES = /^libraries[.]/;

type Minifier = typeof TerserPlugin.terserMinify | typeof TerserPlugin.swcMinify;

/**
 * Each where it makes the fewer bytes; but swc takes half as long, and what is behind a sign-in may weigh the hundredth more that it costs
 * there.
 */
const minifierOf = ({ name }: Room): Minifier =>
  name === 'shell' || name === 'mfe-dashboards' ? TerserPlugin.swcMinify : TerserPlugin.terserMinify;

const minified = (
  minify: Minifier,
  files: { include?: RegExp; exclude?: RegExp[] },
  compress: { passes: number; hoist_funs?: boolean },
): TerserPlugin => new TerserPlugin({ ...files, minify, extractComments: false, terserOptions: { compress, format: { comments: false } } });

const typesOf = (type: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`typeof ${name}`, JSON.stringify(type)]));

/**
 * What React asks of its surroundings and all browsers answer alike in which this code runs; that its tools for developers are there is
 * answered no. For the shell, which has no workers.
 */
const EVERY_BROWSER = {
  ...typesOf('object', ['window', 'document', 'performance']),
  ...typesOf('function', ['setTimeout', 'clearTimeout', 'queueMicrotask', 'reportError', 'MessageChannel']),
  ...typesOf('function', ['AbortController', 'Promise', 'WeakMap', 'WeakSet']),
  ...typesOf('undefined', ['process', 'setImmediate', '__REACT_DEVTOOLS_GLOBAL_HOOK__']),
  'document.documentMode': 'undefined',
};

/** Packages of which the server needs nothing: it never draws a book. */
const BROWSER_ONLY = { 'pdfjs-dist': false } as const;

const container = (room: Room, output: { filename: string; library: { type: string; name?: string } }) =>
  isShell(room)
    ? []
    : [
        new webpack.container.ModuleFederationPlugin({
          name: getContainerName(room.name),
          exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
          shared: Object.fromEntries(SHARED_KEYS.map((key) => [key, { singleton: true, import: false, requiredVersion: false }])),
          ...output,
        }),
      ];

/** react-router's package serves its development build to everybody; its production build has no export of its own. */
const routerBuild = (file: string): string => join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production', file);

const common = (room: Room): Configuration => ({
  // A development build of React in one half and a production build in the other gives a blank page.
  mode: 'production',
  devtool: false,
  context: room.directory,
  resolve: {
    extensions: ['.js'],
    alias: { 'react-router$': routerBuild('index.mjs'), 'react-router/dom$': routerBuild('dom-export.mjs') },
  },
  performance: { hints: false },
  infrastructureLogging: { level: 'warn' },
});

const typescript: RuleSetRule = {
  test: /\.tsx?$/,
  use: {
    loader: 'swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: false } },
        target: 'es2022',
      },
    },
  },
};

const schemas: RuleSetRule = {
  test: /\/shared\/src\/.+\.ts$/,
  enforce: 'post',
  use: join(import.meta.dirname, 'pure-schemas-loader.ts'),
};

/**
 * What makes a router comes with the shell's late part, though react-router is one file: that part has the file a second time and keeps
 * only this of it. Nothing of it is told apart by identity: contexts, `instanceof` classes and components are those of the first.
 */
const lateRouter: RuleSetRule = {
  test: /\/shell\/src\/router\/browser-router\.ts$/,
  resolve: { alias: { 'react-router-dom$': `${routerBuild('chunk-7RTFRKQW.mjs')}?late` } },
};

/**
 * Returns the address by which webpack knows a module, as its own rule has it. pdf.js asks for its address, for Node alone, which would
 * write down where this machine has it.
 */
const addressOfModule = ({ module }: { module: { resource: string } }): string =>
  JSON.stringify(module.resource.includes('/pdfjs-dist/') ? 'file:///pdf.mjs' : pathToFileURL(module.resource).href);

/** Pages carry their own name on the server, so that it knows which files of `pages.json` belong to a matched route. */
const pageNames = (room: Room): RuleSetRule => ({
  test: /-page\.tsx$/,
  enforce: 'pre',
  use: { loader: join(import.meta.dirname, 'page-name-loader.ts'), options: { directory: room.directory } },
});

const styles = (room: Room, isServer: boolean): RuleSetRule => ({
  test: /\.css$/,
  use: [
    ...(isServer ? [] : [MiniCssExtractPlugin.loader]),
    {
      loader: 'css-loader',
      options: {
        modules: {
          auto: /\.module\.css$/,
          namedExport: false,
          exportLocalsConvention: 'as-is',
          exportOnlyLocals: isServer,
          getLocalIdent: ({ resourcePath }: { resourcePath: string }, _: string, className: string) =>
            `${className}_${styleSheetName(room, resourcePath)}`,
        },
      },
    },
  ],
});

/**
 * What tells one style sheet's classes from all others', also from the same file's in another room, which may be older. The same
 * for all classes of a file: every page carries these names three times, and repetition compresses.
 */
const styleSheetName = (room: Room, path: string): string =>
  createHash('sha256')
    .update(`${room.name} ${relative(room.directory, path)}`)
    .digest('hex')
    .slice(0, 6);

const files: RuleSetRule = { test: /\.(woff2|avif|webp|png|svg|pfb|ttf|wasm)$/, type: 'asset/resource' };

/** Files that a page names have the addresses that the client build gives them. A remote's own address is known to its styles only. */
const clientAddresses = (room: Room): RuleSetRule =>
  isShell(room) ? { generator: { publicPath: '/_s/', emit: false } } : { generator: { emit: false } };
