import * as v from 'valibot';
import { EmailSchema } from './contact.ts';

/**
 * A buyer with an email address and no account. `key`: 128 random bits that the browser created and stores, with which it later proves that
 * it is the same browser. It creates another key for another address.
 */
export const GuestKeySchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));
export const GuestSchema = v.object({ email: EmailSchema, key: GuestKeySchema });
export type Guest = v.InferOutput<typeof GuestSchema>;
