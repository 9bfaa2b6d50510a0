import { federatedWebpack } from '@site/shared/build/federated-webpack.ts';

export default federatedWebpack({ name: 'mfe-shop', directory: import.meta.dirname });
