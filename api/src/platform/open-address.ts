import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 networks that are not on the public internet (RFC 6890), and the multicast network. */
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Public IPv6 ranges that can lead to an IPv4 address, or that lead nowhere. */
const CLOSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const;

const closed = new BlockList();
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of CLOSED_V6) closed.addSubnet(network, prefix, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an IP address is on the public internet. */
export function isPublicIp(ip: string): boolean {
  if (isIP(ip) === 4) return !closed.check(ip, 'ipv4');
  return isIP(ip) === 6 && publicV6.check(ip, 'ipv6') && !closed.check(ip, 'ipv6');
}

/** Returns whether an IP address is on the public internet or is this machine. Only for a site whose services are all on this machine. */
export const isPublicOrLocalIp = (ip: string): boolean => isPublicIp(ip) || ip === '127.0.0.1' || ip === '::1';

/** The reason why an address cannot be read. */
export class AddressProblem extends Error {
  override readonly name = 'AddressProblem';
  readonly problem: 'private_address' | 'unreachable' | 'too_large';

  constructor(problem: AddressProblem['problem'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export type AddressLimits = {
  maxBytes: number;
  /** The time limit of the whole answer, including redirects. */
  ms: number;
  /** Replaces the check for public IP addresses, because tests open addresses of this machine. */
  isAllowed?: (ip: string) => boolean;
};

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/**
 * Finds the IP addresses of a host name, and fails if one of them is not allowed. The connection uses exactly the checked addresses, so a
 * second lookup cannot return a private one.
 */
const lookUpAllowed =
  (isAllowed: (ip: string) => boolean): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const refused = found.find(({ address }) => !isAllowed(address));
      if (refused) return callback(new AddressProblem('private_address', `${name} is ${refused.address}`), []);
      const [first] = found;
      if (options.all || !first) return callback(null, found);
      callback(null, first.address, first.family);
    });

function ask(url: URL, signal: AbortSignal, isAllowed: (ip: string) => boolean): Promise<IncomingMessage> {
  // Node calls `lookup` only for host names, so IP addresses are checked here. A URL has brackets around an IPv6 address.
  const ip = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(ip) && !isAllowed(ip)) return Promise.reject(new AddressProblem('private_address', ip));
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    // Each request opens a new connection. A kept-alive connection may lead to an IP address that this check did not see.
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Semente' };
    const asked = request(url, { agent: false, lookup: lookUpAllowed(isAllowed), signal, headers });
    asked.once('response', resolve).once('error', reject).end();
  });
}

/** Follows redirects until an answer has status 200, and returns that answer. */
async function follow(address: string, signal: AbortSignal, isAllowed: (ip: string) => boolean): Promise<IncomingMessage> {
  let url = URL.parse(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new AddressProblem('unreachable', 'no web address');
    const answer = await ask(url, signal, isAllowed);
    if (answer.statusCode === 200) return answer;
    answer.destroy();
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode) || !location) throw new AddressProblem('unreachable', `status ${answer.statusCode}`);
    url = URL.parse(location, url.href);
  }
  throw new AddressProblem('unreachable', 'too many redirects');
}

/**
 * Opens a web address that a person entered, and returns its content as a stream. Rejects private networks, even if a host name or a
 * redirect leads there. Opening and reading throw `AddressProblem`. The connection closes when the caller stops reading the stream.
 */
export async function openAddress(address: string, limits: AddressLimits): Promise<AsyncIterable<Uint8Array>> {
  const { maxBytes, ms, isAllowed = isPublicIp } = limits;
  const signal = AbortSignal.timeout(ms);
  const toProblem = (error: unknown) =>
    error instanceof AddressProblem ? error : new AddressProblem('unreachable', String(error), { cause: error });
  const answer = await follow(address, signal, isAllowed).catch((error: unknown) => {
    throw toProblem(error);
  });
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw new AddressProblem('too_large', `${answer.headers['content-length']} bytes`);
  }
  async function* read(): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new AddressProblem('too_large', `more than ${maxBytes} bytes`);
        yield new Uint8Array(chunk);
      }
    } catch (error) {
      throw toProblem(error);
    } finally {
      answer.destroy();
    }
  }
  return read();
}
