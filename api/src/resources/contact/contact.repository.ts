import type { ContactRequest } from '@site/shared/contracts/contact.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const StoredSchema = v.object({ is_new: v.boolean(), number: v.number(), received_at: v.string() });

type Message = Pick<ContactRequest, 'attemptId' | 'name' | 'email' | 'subject' | 'message' | 'locale'>;

/** Stores a message with its mails; the same attempt a second time answers what the first one stored. */
export const saveContactMessage = (data: Data, message: Message, ownerEmail: string): Promise<v.InferOutput<typeof StoredSchema>> =>
  data.call(
    'save_contact_message',
    {
      p_attempt_id: message.attemptId,
      p_name: message.name,
      p_email: message.email,
      p_subject: message.subject,
      p_message: message.message,
      p_locale: message.locale,
      p_owner_email: ownerEmail,
    },
    StoredSchema,
  );
