import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { COVER_TYPES, EBOOK_LIMITS } from '@site/shared/contracts/ebook-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, icons, useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import layout from '../../../signed-in/layout.module.css';
import { useMay } from '../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { OptionGroup } from '../../common/more-options.tsx';
import { FileField } from '../../files/file-field.tsx';
import css from './book-fields.module.css';
import { type BookField, type BookText, isOpen, PRICE_KINDS } from './book-text.ts';
import { CoverPreview } from './cover-preview.tsx';
import type { Problems } from './problems.ts';
import { texts } from './texts.ts';
import type { BookFile, BookFiles } from './use-book-files.ts';
import { useFileView } from './use-file-view.ts';

export type BookFieldsProps = {
  /** The book. Null for a new book. */
  readonly ebook: AdminEbook | null;
  readonly text: BookText;
  readonly problems: Problems;
  readonly onChange: (part: Partial<BookText>) => void;
};

type FilesProps = {
  readonly files: BookFiles;
  readonly onChoose: (kind: BookFile, file: File | null) => void;
  readonly isBusy: boolean;
};

/** Returns value, error and change handler of one text field of the book. */
export const fieldOf = ({ text, problems, onChange }: Omit<BookFieldsProps, 'ebook'>, field: BookField) => ({
  value: text[field],
  error: problems[field],
  onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
});

/** Shows files, title and prices of a book. For a new book, the description is in a folded group. */
export function BookFields({ files, onChoose, isBusy, ...props }: BookFieldsProps & FilesProps) {
  const { ebook, text, problems } = props;
  const t = useTexts(texts);
  const sold = useSoldCurrencies();
  const mayPrice = useMay()('money');
  const view = useFileView();
  const { pdf, cover } = files.chosen;
  const file = (kind: BookFile) => ({
    file: files.chosen[kind],
    onChoose: (chosen: File | null) => onChoose(kind, chosen),
    error: problems[kind],
    isDisabled: isBusy,
  });
  const facts = ebook && [ebook.filename, t.fileVersion(ebook.fileVersion), ebook.pages === null ? '' : t.pageCount(ebook.pages)];
  return (
    <div className={css.columns}>
      <div className={css.group}>
        <div className={css.file}>
          {ebook?.hasFile && (
            <div className={layout.row}>
              <span className={layout.softLong}>{facts?.filter(Boolean).join(' · ')}</span>
              <Button size="s" variant="quiet" isPending={view.isPending} onClick={() => view.mutate({ id: ebook.id })}>
                {t.openPdf}
              </Button>
            </div>
          )}
          <FileField
            {...file('pdf')}
            label={!ebook ? t.pdf : ebook.hasFile ? t.newPdf : t.firstPdf}
            hint={ebook ? t.pdfHint : `${t.pdfHint} ${t.pdfLater}`}
            icon={pageIcons.pages}
            accept=".pdf"
          />
          {pdf && ebook?.hasFile && (
            <label className={css.choice}>
              <input
                type="checkbox"
                checked={files.tellsOwners}
                onChange={({ currentTarget }) => files.setTellsOwners(currentTarget.checked)}
              />
              <span>{t.tellOwners}</span>
            </label>
          )}
        </div>
        <div className={css.file}>
          {ebook && !cover && (
            <div className={css.cover}>
              <Cover cover={ebook.cover} title={ebook.title} alt={ebook.title} sizes="6rem" loading="lazy" />
            </div>
          )}
          <FileField
            {...file('cover')}
            label={ebook ? t.newCover : t.cover}
            hint={t.coverHint}
            icon={icons.book}
            accept={`image/*,${COVER_TYPES.join(',')}`}
          />
          {cover && <CoverPreview file={cover} />}
        </div>
      </div>
      <div className={layout.stack}>
        <TextField {...fieldOf(props, 'title')} label={t.title} maxLength={EBOOK_LIMITS.title} />
        {ebook && <DescriptionField {...props} />}
        {mayPrice && (
          <fieldset className={css.group}>
            <legend className={css.legend}>{t.prices}</legend>
            {sold.map((currency) => (
              <TextField
                key={currency}
                {...fieldOf(props, `listPrices.${currency}`)}
                {...AMOUNT}
                label={(isOpen(text, currency) ? t.least : t.price)[currency]}
              />
            ))}
            <p className={css.hint}>{t.pricesHint}</p>
          </fieldset>
        )}
      </div>
    </div>
  );
}

function DescriptionField(props: BookFieldsProps) {
  const t = useTexts(texts);
  return (
    <TextArea
      {...fieldOf(props, 'description')}
      label={t.description}
      hint={t.descriptionHint}
      rows={6}
      maxLength={EBOOK_LIMITS.description}
    />
  );
}

/** Longest description that the summary of the collapsed field shows, in characters. */
const SUMMARY = 80;

export function DescriptionFields(props: BookFieldsProps) {
  const t = useTexts(texts);
  return (
    <OptionGroup title={t.description} value={props.text.description.trim().slice(0, SUMMARY) || t.noDescription}>
      <DescriptionField {...props} />
    </OptionGroup>
  );
}

export const AMOUNT = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** In each currency, a book has a fixed price or an open price, which the buyer chooses. */
export function OpenPriceFields(props: BookFieldsProps) {
  const t = useTexts(texts);
  const sold = useSoldCurrencies();
  const mayPrice = useMay()('money');
  const open = sold.filter((currency) => isOpen(props.text, currency));
  if (!mayPrice) return null;
  return (
    <OptionGroup title={t.payment} value={open.length > 0 ? `${t.kinds.open} (${open.join(', ')})` : t.kinds.list}>
      <div className={css.group}>
        {sold.map((currency) => (
          <div key={currency} className={css.file}>
            <Select
              {...fieldOf(props, `kind.${currency}`)}
              label={t.kind[currency]}
              options={PRICE_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
            />
            {open.includes(currency) && (
              <TextField {...fieldOf(props, `suggested.${currency}`)} {...AMOUNT} label={t.suggested[currency]} />
            )}
          </div>
        ))}
        <p className={css.hint}>{t.openHint}</p>
      </div>
    </OptionGroup>
  );
}

/** Shows the author and the language of a book. */
export function AuthorFields(props: BookFieldsProps) {
  const t = useTexts(texts);
  const { author, language } = props.text;
  const inLanguage = t.languages[LOCALES.find((locale) => locale === language) ?? LOCALES[0]];
  return (
    <OptionGroup title={t.authorship} value={`${author || t.siteAuthor}, ${inLanguage}`}>
      <div className={css.group}>
        <TextField
          {...fieldOf(props, 'author')}
          label={t.author}
          hint={props.ebook ? undefined : t.authorHint}
          maxLength={EBOOK_LIMITS.author}
        />
        <Select
          {...fieldOf(props, 'language')}
          label={t.language}
          options={LOCALES.map((value) => ({ value, label: t.languages[value] }))}
        />
      </div>
    </OptionGroup>
  );
}
