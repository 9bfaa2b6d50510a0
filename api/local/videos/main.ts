// The stand-in for the YouTube Data API, with the demo channels.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { demoChannel, secondChannel } from '../demo/channel.ts';
import { LOOPBACK, listen, required, requiredPort, runStandIn } from '../stand-in.ts';
import { createVideosApp } from './web.ts';

await runStandIn('videos', async () => {
  const port = requiredPort('VIDEOS_PORT');
  const app = createVideosApp({
    channels: [demoChannel, secondChannel],
    origin: `http://${LOOPBACK}:${port}`,
    apiKey: required('YOUTUBE_API_KEY'),
  });
  const server = createServer(getRequestListener(app.fetch));
  await listen(server, port);

  return () => {
    server.close();
    server.closeAllConnections();
  };
});
