import { federatedWebpack } from '@site/shared/build/federated-webpack.ts';

export default federatedWebpack({ name: 'mfe-dashboards', directory: import.meta.dirname });
