import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from './refusal.ts';

/** A quarter of Node's default cost: 4 MB and about ten milliseconds per password are enough for a stand-in. */
const COST = { N: 4_096 };
const BYTES = 32;
const MIN_LENGTH = 6;

const scryptAsync = promisify(scrypt) as (password: string, salt: string, bytes: number, cost: typeof COST) => Promise<Buffer>;
const derive = (password: string, salt: string) => scryptAsync(password, salt, BYTES, COST);

export type Password = { passwordHash: string; salt: string; passwordUpdatedAt: number };

/** Returns the stored form of a password. */
export async function hashPassword(password: string): Promise<Password> {
  if (password.length < MIN_LENGTH) throw new Refusal(`WEAK_PASSWORD : Password should be at least ${MIN_LENGTH} characters`);
  const salt = randomBytes(16).toString('base64');
  return { passwordHash: (await derive(password, salt)).toString('base64'), salt, passwordUpdatedAt: Date.now() };
}

/** Returns whether `password` matches the stored password. The comparison takes the same time if no password is stored. */
export async function isPassword(password: string, kept: Partial<Password> | undefined): Promise<boolean> {
  const given = await derive(password, kept?.salt ?? '');
  const right = Buffer.from(kept?.passwordHash ?? '', 'base64');
  return right.length === BYTES && timingSafeEqual(given, right);
}
