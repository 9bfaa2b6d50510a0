// The floor of P6, the cost of a catalogue request: bare Hono that serialises the body from standard input for each request.
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const body = JSON.parse(await text(process.stdin));
const app = new Hono().get('/', (c) => c.json(body));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
