import { Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type ReactNode, useId } from 'react';
import type { Boleto } from '../contracts/orders.ts';
import { formatBoletoDay } from '../dates/dates.ts';
import { defineTexts } from '../texts/locales.ts';
import css from './boleto.module.css';

const texts = defineTexts(
  {
    title: 'Boleto',
    payBy: (day: string): string => `Pague o boleto até ${day} para receber os livros.`,
    pay: 'Pague o boleto para receber os livros.',
    after: 'O banco leva até três dias úteis para confirmar o pagamento. Avisamos por e-mail.',
    overdue: (day: string): string =>
      `O boleto venceu em ${day}. Se você pagou até esse dia, o banco confirma em até três dias úteis e avisamos por e-mail. Se não pagou, cancele-o e compre de novo.`,
    number: 'Linha digitável',
    copy: 'Copiar número',
    copied: 'Número do boleto copiado!',
    notCopied: 'Não foi possível copiar. Selecione o número e copie.',
    open: 'Ver o boleto',
    pdf: 'Baixar em PDF',
    newTab: '(abre em nova aba)',
  },
  {
    title: 'Boleto',
    payBy: (day: string): string => `Pay the boleto by ${day} to receive the books.`,
    pay: 'Pay the boleto to receive the books.',
    after: 'The bank takes up to three business days to confirm the payment. We tell you by email.',
    overdue: (day: string): string =>
      `The boleto was due on ${day}. If you paid it by then, the bank confirms that within three business days and we tell you by email. If you did not, cancel it and buy again.`,
    number: 'Boleto number',
    copy: 'Copy the number',
    copied: 'Boleto number copied!',
    notCopied: 'It could not be copied. Select the number and copy it.',
    open: 'See the boleto',
    pdf: 'Download as PDF',
    newTab: '(opens in another tab)',
  },
);

/** The digits as they are printed on a boleto; other numbers stay as they came. */
const printed = (number: string): string =>
  number.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');

/** A boleto that is still to be paid: until when, its number and where it is. `children` is what else can be done about it. */
export function BoletoToPay({ boleto, children }: { boleto: Boleto; children?: ReactNode }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const titleId = useId();
  const { number, pdfUrl, voucherUrl, expiresAt } = boleto;
  const day = expiresAt && formatBoletoDay(expiresAt, locale);
  const isOverdue = expiresAt !== null && Date.parse(expiresAt) < Date.now();

  async function copy(digits: string) {
    try {
      await navigator.clipboard.writeText(digits);
      toast.success(t.copied, { id: 'copy-boleto' });
    } catch {
      // Refused by the browser or by its owner.
      toast.error(t.notCopied, { id: 'copy-boleto' });
    }
  }

  return (
    <section className={css.boleto} aria-labelledby={titleId}>
      <h2 id={titleId} className={css.title}>
        {t.title}
      </h2>
      {isOverdue && day ? (
        <p>{t.overdue(day)}</p>
      ) : (
        <>
          <p className={css.due}>{day ? t.payBy(day) : t.pay}</p>
          <p className={css.soft}>{t.after}</p>
          {number && (
            <div className={css.number}>
              <p>
                <span className={css.soft}>{t.number}</span>
                <span className={css.digits}>{printed(number)}</span>
              </p>
              <Button size="s" onClick={() => void copy(number)}>
                {t.copy}
              </Button>
            </div>
          )}
          <p className={css.ways}>
            {voucherUrl && (
              <a href={voucherUrl} target="_blank" rel="noreferrer">
                {t.open} <span className={css.soft}>{t.newTab}</span>
              </a>
            )}
            {pdfUrl && (
              <a href={pdfUrl} target="_blank" rel="noreferrer">
                {t.pdf} <span className={css.soft}>{t.newTab}</span>
              </a>
            )}
          </p>
        </>
      )}
      {children}
    </section>
  );
}
