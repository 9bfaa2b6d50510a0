// The floor of P7: a server with nothing around it, which sends the bytes that come in on standard input as a page in Brotli.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const body = await buffer(process.stdin);
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': body.length };
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
