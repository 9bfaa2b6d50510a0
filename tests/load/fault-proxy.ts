import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/**
 * The proxy calls this function at each named moment of an outgoing call. The result is false when the caller is dead and the call must not
 * continue.
 */
export type Moment = (name: string) => Promise<boolean>;

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/**
 * Starts a proxy between a process and an HTTP service. `nameOf` names a call, which has the moments `<name>, before` and `<name>, after`.
 */
export async function httpProxy(target: string, nameOf: (method: string, path: string) => string, moment: Moment) {
  const { hostname, port } = new URL(target);
  const server = createHttpServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => answer.destroy());
    incoming.on('end', async () => {
      const name = nameOf(incoming.method ?? '', incoming.url ?? '');
      if (!(await moment(`${name}, before`))) return void answer.destroy();
      const { host: _, ...headers } = incoming.headers;
      const forwarded = httpRequest(
        { hostname, port, method: incoming.method, path: incoming.url, headers: { ...headers, host: `${hostname}:${port}` } },
        (reply) => {
          const body: Buffer[] = [];
          reply.on('data', (part: Buffer) => body.push(part));
          reply.on('end', async () => {
            if (!(await moment(`${name}, after`))) return void answer.destroy();
            const { 'transfer-encoding': _chunked, ...replyHeaders } = reply.headers;
            answer.writeHead(reply.statusCode ?? 502, { ...replyHeaders, 'content-length': Buffer.concat(body).length });
            answer.end(Buffer.concat(body));
          });
          reply.on('error', () => answer.destroy());
        },
      );
      forwarded.on('error', () => answer.destroy());
      forwarded.end(Buffer.concat(parts));
    });
  });
  const at = await listening(server);
  return {
    url: `http://127.0.0.1:${at}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Starts a proxy between a process and a mail server, with a moment before each step of the conversation and one after the email was
 * accepted.
 */
export async function smtpProxy(target: string, moment: Moment) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createTcpServer(async (client) => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    client.pause();
    if (!(await moment('mail connection, before'))) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    open.add(upstream);
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    let isBody = false;
    let isTaken = false;
    let tail = '';

    // Runs one moment at a time: a moment that waits holds back the later ones.
    let turn: Promise<void> = Promise.resolve();
    const inTurn = (work: () => Promise<void>) => {
      turn = turn.then(work).catch(() => undefined);
    };
    client.on('data', (data: Buffer) => {
      inTurn(async () => {
        const text = data.toString('latin1');
        if (isBody) {
          if (!(await moment('mail text, half'))) return void upstream.destroy();
          // The end of the email may arrive in two chunks.
          tail = (tail + text).slice(-5);
          if (tail === '\r\n.\r\n') [isBody, isTaken] = [false, true];
          upstream.write(data);
          return;
        }
        // Several commands may arrive together (RFC 2920).
        for (const line of text.split(/(?<=\n)/)) {
          const command = /^[A-Za-z]+/.exec(line)?.[0].toUpperCase() ?? '';
          if (!(await moment(`mail ${command}, before`))) return void upstream.destroy();
          if (command === 'DATA') isBody = true;
          upstream.write(line, 'latin1');
        }
      });
    });
    upstream.on('data', (data: Buffer) => {
      inTurn(async () => {
        if (isTaken && data.toString('latin1').startsWith('250')) {
          isTaken = false;
          if (!(await moment('mail taken, after'))) return void client.destroy();
        }
        client.write(data);
      });
    });
    client.resume();
  });
  const at = await listening(server);
  return {
    url: `smtp://127.0.0.1:${at}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
