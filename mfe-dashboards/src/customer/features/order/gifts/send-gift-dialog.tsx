import { hasContactDetails } from '@site/shared/contracts/contact-details.ts';
import { GIFT_LIMITS } from '@site/shared/contracts/gift-rules.ts';
import type { Gift } from '@site/shared/contracts/gifts.ts';
import { calendarDay, toInstant } from '@site/shared/dates/dates.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type FormEvent, useId, useState } from 'react';
import { ActionDialog } from '../../../../signed-in/action-dialog.tsx';
import layout from '../../../../signed-in/layout.module.css';
import { useSendGift } from './gift-queries.ts';
import css from './order-gifts.module.css';
import { texts } from './texts.ts';

const DAY_MS = 86_400_000;
const FIELDS = ['giver', 'name', 'email', 'message', 'day'];
const dayAfter = (days: number, timeZone: string): string => calendarDay(toInstant(new Date(Date.now() + days * DAY_MS)), timeZone);
/** Returns the day on which a scheduled gift email goes out. Sending it again keeps that day. */
const plannedDay = ({ state, sendAt }: Gift, timeZone: string): string | undefined =>
  state === 'scheduled' && sendAt !== null ? calendarDay(sendAt, timeZone) : undefined;

/** Opens the dialog for a gift's recipient and its email, which goes out now or on a chosen day. */
export function SendGiftButton({ orderId, gift, language }: { orderId: string; gift: Gift; language: string | undefined }) {
  const t = useTexts(texts);
  const { timeZone } = usePreferences();
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** Typed values are kept until the gift is sent, even if the buyer closes the dialog. */
  const [isBegun, setIsBegun] = useState(false);
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const send = useSendGift(orderId, gift.id);
  const refused = send.error instanceof ApiError ? send.error.fields : {};
  const fields = { ...refused, ...wrong };
  const isFieldError = Object.keys(fields).some((name) => FIELDS.includes(name));
  const planned = plannedDay(gift, timeZone);
  const tomorrow = dayAfter(1, timeZone);
  /** Shown after the gift's email was sent: the buyer corrects its address. */
  const isCorrected = (gift.state === 'sent' || gift.state === 'failed') && email.trim() !== '' && email.trim() !== gift.toEmail;
  const close = () => setIsOpen(false);

  function open() {
    send.reset();
    setWrong({});
    if (!isBegun) setEmail(gift.toEmail ?? '');
    setIsBegun(true);
    setIsOpen(true);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (send.isPending) return;
    const form = new FormData(event.currentTarget);
    const [name, message, day, giver] = ['name', 'message', 'day', 'giver'].map((field) => String(form.get(field) ?? ''));
    const bad = Object.fromEntries(
      Object.entries({ name, message, giver }).flatMap(([field, text = '']) => (hasContactDetails(text) ? [[field, 'no_addresses']] : [])),
    );
    setWrong(bad);
    if (Object.keys(bad).length > 0) return;
    send.mutate(
      {
        name: name ?? '',
        message: message ?? '',
        email: email.trim() || null,
        day: email.trim() && day ? day : null,
        ...(gift.asksForGiver ? { giver: giver ?? '' } : {}),
        ...(isCorrected ? { endsLink: form.has('endsLink') } : {}),
      },
      {
        onSuccess: () => {
          close();
          setIsBegun(false);
          toast.success(email.trim() ? (day ? t.scheduled : t.sent) : t.kept);
        },
      },
    );
  }

  return (
    <>
      <Button size="s" onClick={open}>
        {gift.state === 'unsent' ? t.send : t.sendAgain}
        <VisuallyHidden lang={language}>: {gift.title}</VisuallyHidden>
      </Button>
      <ActionDialog
        title={t.sendHeading}
        isOpen={isOpen}
        onClose={close}
        action={{ isPending: send.isPending, error: isFieldError ? null : send.error }}
        formId={formId}
        confirmText={email.trim() ? t.sendNow : t.keepWords}
        pendingText={t.sending}
      >
        {isBegun && (
          <form id={formId} data-keep={`gift ${gift.id}`} className={layout.stack} onSubmit={submit}>
            {gift.asksForGiver && (
              <TextField
                name="giver"
                label={t.giver}
                hint={t.giverHint}
                defaultValue={gift.giver}
                maxLength={GIFT_LIMITS.name}
                autoComplete="name"
                error={fields.giver && t.noAddresses}
              />
            )}
            <TextField
              name="name"
              label={t.name}
              defaultValue={gift.toName}
              maxLength={GIFT_LIMITS.name}
              autoComplete="off"
              error={fields.name && t.noAddresses}
            />
            <TextField
              type="email"
              name="email"
              label={t.email}
              hint={t.emailHint(gift.emailsLeft)}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              autoComplete="off"
              error={fields.email && (fields.email === 'too_often' ? t.tooOften : t.wrongEmail)}
            />
            {isCorrected && gift.toEmail && (
              <label className={css.choice}>
                <input type="checkbox" name="endsLink" defaultChecked={gift.kind === 'one'} />
                <span>
                  {t.endsLink(gift.toEmail)} <span className={layout.softLong}>{t.endsLinkMeaning}</span>
                </span>
              </label>
            )}
            <TextArea
              name="message"
              label={t.message}
              rows={4}
              defaultValue={gift.message}
              maxLength={GIFT_LIMITS.message}
              error={fields.message && t.noAddresses}
            />
            {email.trim() && (
              <TextField
                type="date"
                name="day"
                label={t.day}
                hint={t.dayHint}
                defaultValue={planned}
                min={planned && planned < tomorrow ? planned : tomorrow}
                max={dayAfter(364, timeZone)}
                error={fields.day && t.wrongDay}
              />
            )}
          </form>
        )}
      </ActionDialog>
    </>
  );
}
