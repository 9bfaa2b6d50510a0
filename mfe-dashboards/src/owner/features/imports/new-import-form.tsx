import {
  IMPORT_KINDS,
  IMPORT_SOURCES,
  type ImportColumn,
  type ImportKind,
  type ImportSource,
  LARGEST_IMPORT,
  type NewImport,
} from '@site/shared/contracts/admin-imports.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Icon, paths, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { type FormEvent, useState } from 'react';
import { saveBytes } from '../../../library/save-bytes.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { focusRefused } from '../../common/focus-refused.ts';
import { FileField } from '../../files/file-field.tsx';
import { ImportColumns } from './import-columns.tsx';
import { useNewImport } from './imports-queries.ts';
import { texts } from './texts.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const oneOf = <Value extends string>(values: readonly Value[], chosen: string, otherwise: Value): Value =>
  values.find((value) => value === chosen) ?? otherwise;

/** Asks for a file and its type, uploads it, asks for the content of its columns, and leads to the preview. Nothing is imported yet. */
export function NewImportForm() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const [kind, setKind] = useState<ImportKind>('purchases');
  const [source, setSource] = useState<ImportSource>('gumroad');
  const [origin, setOrigin] = useState('');
  const [consentDay, setConsentDay] = useState('');
  const [language, setLanguage] = useState<Locale>(locale);
  const [file, setFile] = useState<File | null>(null);
  const [problems, setProblems] = useState<{ file?: string; origin?: string }>({});
  const [sent, setSent] = useState<{ id: string; columns: readonly ImportColumn[] } | null>(null);
  const sending = useNewImport();

  const openImport = (id: string) => void navigate(`${paths.dashboard.href('imports')}&import=${id}`);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = {
      ...(kind === 'subscribers' && origin.trim() === '' ? { origin: t.writeOrigin } : {}),
      ...(!file ? { file: t.chooseFile } : file.size > LARGEST_IMPORT ? { file: t.tooLarge } : {}),
    };
    setProblems(found);
    if (!file || Object.keys(found).length > 0) {
      focusRefused(form);
      return;
    }
    const name = file.name.slice(-200);
    const about: NewImport =
      kind === 'purchases' ? { kind, source, name } : { kind, name, origin, locale: language, ...(consentDay ? { consentDay } : {}) };
    sending.mutate({ file, about }, { onSuccess: (found) => (found.columns.length > 0 ? setSent(found) : openImport(found.id)) });
  }

  const saveTemplate = () =>
    saveBytes(new Blob([BYTE_ORDER_MARK, t.templates[kind].map((line) => `${line}\r\n`).join('')], { type: 'text/csv' }), t.templateName);
  const isCancelled = sending.error instanceof Error && sending.error.name === 'AbortError';
  if (sent) {
    const about = { kind, source };
    return <ImportColumns {...sent} about={about} onRead={() => openImport(sent.id)} onBack={() => setSent(null)} />;
  }
  return (
    <form data-keep="import" className={layout.stack} onSubmit={submit} noValidate aria-label={t.newTitle}>
      <div className={layout.fields}>
        <Select
          label={t.kind}
          value={kind}
          options={IMPORT_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={({ currentTarget }) => setKind(oneOf(IMPORT_KINDS, currentTarget.value, 'purchases'))}
        />
        {kind === 'purchases' ? (
          <Select
            label={t.source}
            value={source}
            options={IMPORT_SOURCES.map((value) => ({ value, label: t.sources[value] }))}
            onChange={({ currentTarget }) => setSource(oneOf(IMPORT_SOURCES, currentTarget.value, 'other'))}
          />
        ) : (
          <>
            <TextField
              label={t.origin}
              hint={t.originHint}
              error={problems.origin}
              maxLength={200}
              value={origin}
              onChange={({ currentTarget }) => setOrigin(currentTarget.value)}
            />
            <TextField
              type="date"
              label={t.consentDay}
              hint={t.consentDayHint}
              value={consentDay}
              onChange={({ currentTarget }) => setConsentDay(currentTarget.value)}
            />
            <Select
              label={t.language}
              value={language}
              options={(['pt-BR', 'en'] as const).map((value) => ({ value, label: t.languages[value] }))}
              onChange={({ currentTarget }) => setLanguage(oneOf<Locale>(['pt-BR', 'en'], currentTarget.value, 'pt-BR'))}
            />
          </>
        )}
      </div>
      <p className={layout.hint}>{t.columns[kind === 'purchases' ? source : kind]}</p>
      {(kind === 'subscribers' || source === 'other') && (
        <div>
          <Button variant="quiet" size="s" onClick={saveTemplate}>
            <Icon path={pageIcons.download} />
            {t.template}
          </Button>
        </div>
      )}
      <FileField
        label={t.file}
        hint={t.fileHint}
        icon={pageIcons.pages}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        file={file}
        onChoose={(chosen) => {
          setFile(chosen);
          setProblems(({ file: _corrected, ...others }) => others);
          sending.reset();
        }}
        error={problems.file}
        isDisabled={sending.isPending}
      />
      <ActionFailure error={sending.error} className={layout.refusal}>
        {isCancelled && t.cancelled}
      </ActionFailure>
      <div className={layout.row}>
        <Button type="submit" isPending={sending.isPending} pendingText={t.sending(sending.percent ?? 0)}>
          {t.read}
        </Button>
        {sending.percent !== null && (
          <Button variant="quiet" onClick={sending.cancel}>
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
