import { useSession } from '@site/shared/site/site.ts';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { readDraft } from './contact-draft.ts';
import { FIELDS, type Fields, fieldsOf } from './contact-fields.ts';

/** Fills empty fields with the text that the visitor typed before a reload, or with the data of the signed-in person. */
export function useRememberedFields(form: RefObject<HTMLFormElement | null>, onFilled: (fields: Fields) => void): void {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.email : null;
  const name = session.status === 'signed-in' ? (session.me?.name ?? null) : null;

  const fill = useEffectEvent((known: Readonly<Partial<Record<keyof Fields, string | null>>>) => {
    if (!form.current) return;
    for (const field of FIELDS) {
      const control = form.current.elements.namedItem(field);
      const value = known[field];
      // Read the fields themselves: they may contain text that was typed before the scripts started.
      if (!value || !(control instanceof HTMLElement) || !('value' in control) || control.value) continue;
      // Filling a field with the focus would put text in front of the text that the visitor is about to type.
      if (control === document.activeElement) control.addEventListener('blur', () => fill(known), { once: true });
      else control.value = value;
    }
    onFilled(fieldsOf(new FormData(form.current)));
  });
  useEffect(() => fill(readDraft()), []);
  useEffect(() => fill({ email, name }), [email, name]);
}
