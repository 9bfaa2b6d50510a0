// The floor of P7: a bare server that sends the headers and bytes from standard input.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const { headers, body } = (await json(process.stdin)) as { headers: string[]; body: string };
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
