import { botCheckFields } from '@site/shared/bot-check/bot-check-fields.ts';
import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import { CONSENT_VERSION, hasWholeDomain } from '@site/shared/contracts/form-rules.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useRef, useState } from 'react';
import { keepGuest, readGuest } from '../../checkout/guest.ts';
import type { Delivery } from '../../checkout/priced-lines.ts';
import { suggestAddress } from '../../checkout/suggest-address.ts';
import { NewsletterBox } from '../../ebook/newsletter-box.tsx';
import css from './guest-form.module.css';
import { texts } from './texts.ts';

/** Lets a visitor buy with an email address and without an account. Free books are sent to the address as a link. */
export function GuestForm({ isFree, delivery, onReady }: { isFree: boolean; delivery: Delivery; onReady: () => void }) {
  const t = useTexts(texts);
  const [email, setEmail] = useState(() => readGuest()?.email ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const meant = suggestAddress(email);

  function write(text: string) {
    setEmail(text);
    setIsWrong(false);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const address = email.trim().toLowerCase();
    if (!hasWholeDomain(address)) {
      setIsWrong(true);
      field.current?.focus();
      return;
    }
    setIsPending(true);
    const fields = new FormData(event.currentTarget);
    keepGuest(address, {
      ...(await botCheckFields(fields)),
      ...(fields.has('newsletter') && { newsletterConsent: CONSENT_VERSION }),
    });
    onReady();
  }

  return (
    <section className={css.guest} aria-labelledby="guest-heading">
      <h3 id="guest-heading" className={css.heading}>
        {isFree ? t.guestFree : t.guest}
      </h3>
      <p className={css.meaning}>{isFree ? t.guestFreeMeaning : t.guestMeaning[delivery]}</p>
      <form className={css.form} onSubmit={submit}>
        <TextField
          ref={field}
          type="email"
          name="email"
          label={t.email}
          required
          autoComplete="email"
          maxLength={254}
          value={email}
          error={isWrong && t.wrongEmail}
          onChange={(event) => write(event.target.value)}
        />
        <div role="status" className={css.meant}>
          {meant && (
            <Button variant="quiet" size="s" onClick={() => write(meant)}>
              {t.meant(meant)}
            </Button>
          )}
        </div>
        {isFree && <NewsletterBox />}
        <Honeypot />
        <Button type="submit" isWide isPending={isPending} pendingText={isFree ? t.sendingLink : t.openingPayment}>
          {isFree ? t.sendLink : t.guestGoOn}
        </Button>
      </form>
    </section>
  );
}
