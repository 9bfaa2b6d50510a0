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
 * Returns the two webpack configurations of a room: one for browsers and one for the shell's server. A remote is a federation container
 * that exposes only `./routes`. It bundles neither React nor our facade: the shell's federation runtime
 * (`@module-federation/enhanced/runtime`) provides them, so a remote's own runtime is 3 KB instead of 15.
 */
export function federatedWebpack(room: Room): [client: Configuration, server: Configuration] {
  return [clientConfiguration(room), serverConfiguration(room)];
}

/** Minifies a style sheet and compiles it for our oldest browsers, which accept `not` only before a media type. */
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
      // Each release of a remote has its own address, which only the running page knows.
      publicPath: isShell(room) ? '/_s/' : 'auto',
      filename: isShell(room) ? '[name].[contenthash:10].js' : '[name].js',
      // A remote's address already names the release, so the remote's chunks need no hash in their names. The remote's entry lists all
      // chunks.
      chunkFilename: isShell(room) ? '[contenthash:10].js' : '[id].js',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      // Source maps are written next to the client build. No page refers to them and no server serves them.
      sourceMapFilename: '../maps/[file].map',
      // After this time a chunk that does not load counts as failed, so that the next attempt requests it again.
      chunkLoadTimeout: 3_000,
      trustedTypes: { policyName: `site-${room.name}` },
      clean: true,
    },
    optimization: {
      // Libraries have their own chunk: browsers compile it in a separate task and keep it in the cache across our releases.
      splitChunks: {
        // Smaller shared code is compressed better inside the pages that use it. webpack measures the source, in bytes.
        minSize: 24_000,
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
      // Flags that remove the parts of the federation runtime that we do not use: manifests, version negotiation and its Node code.
      new webpack.DefinePlugin({
        ENV_TARGET: '"web"',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
        FEDERATION_OPTIMIZE_NO_SHARED: true,
        'import.meta.url': webpack.DefinePlugin.runtimeValue(addressOfModule),
      }),
      ...(isShell(room) ? [new webpack.DefinePlugin(EVERY_BROWSER)] : [new ChunkIntegrityPlugin()]),
      // Nearly all of this code runs at start-up. This hint makes V8 compile the whole file on a background thread, instead of each
      // function when it is called, which would keep the visitor waiting.
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
    // The server needs readable stack traces more than small files.
    optimization: { minimize: false },
    plugins: container(room, { filename: 'remoteEntry.mjs', library: { type: 'module' } }),
  };
}

/** The shell's chunk of third-party code, which every page loads. */
const LIBRARIES = /^libraries[.]/;

type Minifier = typeof TerserPlugin.terserMinify | typeof TerserPlugin.swcMinify;

/**
 * Returns the minifier for a room: the shell and the dashboards use swc, the other rooms Terser. Each has the minifier with the smaller
 * output, except the dashboards: swc needs half the time, and 1 % more code does no harm there, because they only load after sign-in.
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
 * Values that React checks at start-up and that are the same in every browser that runs this code. React DevTools counts as absent.
 * Only the shell uses these values: they are wrong in a worker, and the shell has none.
 */
const EVERY_BROWSER = {
  ...typesOf('object', ['window', 'document', 'performance']),
  ...typesOf('function', ['setTimeout', 'clearTimeout', 'queueMicrotask', 'reportError', 'MessageChannel']),
  ...typesOf('function', ['AbortController', 'Promise', 'WeakMap', 'WeakSet']),
  ...typesOf('undefined', ['process', 'setImmediate', '__REACT_DEVTOOLS_GLOBAL_HOOK__']),
  'document.documentMode': 'undefined',
};

/** Packages that the server never uses: it does not render PDFs. */
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

/**
 * Returns the path of a file in react-router's production build. The package serves its development build to everybody and does not export
 * the production build.
 */
const routerBuild = (file: string): string => join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production', file);

const common = (room: Room): Configuration => ({
  // The page stays blank if one half has React's development build and the other half its production build.
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
 * Loads the code that creates a router with the shell's late part. react-router is a single file, so the late part contains a second copy,
 * from which only this code is kept. The second copy is safe, because contexts, `instanceof` classes and components still come from the
 * first one.
 */
const lateRouter: RuleSetRule = {
  test: /\/shell\/src\/router\/browser-router\.ts$/,
  resolve: { alias: { 'react-router-dom$': `${routerBuild('chunk-7RTFRKQW.mjs')}?late` } },
};

/**
 * Returns the value of `import.meta.url` for a module, as webpack itself defines it. pdf.js reads it only in Node, and its real value would
 * put a path of this machine into the build.
 */
const addressOfModule = ({ module }: { module: { resource: string } }): string =>
  JSON.stringify(module.resource.includes('/pdfjs-dist/') ? 'file:///pdf.mjs' : pathToFileURL(module.resource).href);

/**
 * Returns a rule that makes each page module export its own name on the server, so that the server finds the files of a matched route in
 * `pages.json`.
 */
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
 * Returns a suffix that makes the class names of a style sheet unique, also from an older build of the same file in another room. All
 * classes of a file share one suffix: every page contains these names three times, and repetition compresses well.
 */
const styleSheetName = (room: Room, path: string): string =>
  createHash('sha256')
    .update(`${room.name} ${relative(room.directory, path)}`)
    .digest('hex')
    .slice(0, 6);

const files: RuleSetRule = { test: /\.(woff2|avif|webp|png|svg|pfb|ttf|wasm)$/, type: 'asset/resource' };

/**
 * Makes the server build refer to fonts and pictures by the URLs of the client build, and write no copies of these files. A remote needs no
 * path for that: only its style sheets refer to such files.
 */
const clientAddresses = (room: Room): RuleSetRule =>
  isShell(room) ? { generator: { publicPath: '/_s/', emit: false } } : { generator: { emit: false } };
