import { federatedWebpack } from '@site/shared/build/federated-webpack.ts';

export default federatedWebpack({ name: 'shell', directory: import.meta.dirname });
