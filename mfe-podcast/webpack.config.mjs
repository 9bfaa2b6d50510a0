import { federatedWebpack } from '@site/shared/build/federated-webpack.ts';

export default federatedWebpack({ name: 'mfe-podcast', directory: import.meta.dirname });
