// The two keys of a data service of one's own, which hosted projects are given: reads JWT_SECRET, writes lines for .env.
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';

const secret = (await text(process.stdin)).trim();
if (secret.length < 32) throw new Error('JWT_SECRET has at least 32 characters');
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyOf = (role) => {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role, iss: 'semente', iat: issuedAt, exp: issuedAt + 10 * 31_557_600 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
process.stdout.write(`SUPABASE_SECRET_KEY=${keyOf('service_role')}\nANON_KEY=${keyOf('anon')}\n`);
