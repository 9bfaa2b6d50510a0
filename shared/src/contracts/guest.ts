import * as v from 'valibot';
import { EmailSchema } from './contact.ts';

/**
 * A buyer with an address and no account. `key`: 128 bits that the browser made and keeps, by which it proves later that it was this
 * one; for another address it makes another.
 */
export const GuestKeySchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));
export const GuestSchema = v.object({ email: EmailSchema, key: GuestKeySchema });
export type Guest = v.InferOutput<typeof GuestSchema>;
