import { LONGEST_TAG } from '@site/shared/contracts/visits.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { copyText } from '../../../signed-in/copy-text.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { campaignLink, PLACES } from './campaign-link.ts';
import { texts } from './visit-texts.ts';
import css from './visits.module.css';

/** Creates a link that records where it was shared. */
export function LinkMaker() {
  const t = useTexts(texts);
  const { origin } = window.location;
  const [page, setPage] = useState(`${origin}/`);
  const [place, setPlace] = useState<string>(PLACES[0]);
  const [campaign, setCampaign] = useState('');
  const link = campaignLink(origin, page, place, campaign);
  const copy = (text: string) => copyText(text, { copied: t.copied, failed: t.copyFailed }, 'campaign-link');

  return (
    <Panel title={t.maker} hint={t.makerHint}>
      <div className={css.fields}>
        <TextField
          label={t.address}
          value={page}
          inputMode="url"
          onChange={({ target }) => setPage(target.value)}
          error={link === null && t.notHere}
        />
        <Select
          label={t.place}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
          options={PLACES.map((value) => ({ value, label: value }))}
        />
        <TextField
          label={t.campaignName}
          hint={t.campaignHint}
          value={campaign}
          maxLength={LONGEST_TAG}
          onChange={({ target }) => setCampaign(target.value)}
        />
        <TextField label={t.link} value={link ?? ''} readOnly onFocus={({ target }) => target.select()} />
      </div>
      <Button variant="secondary" disabled={link === null} onClick={() => link !== null && void copy(link)}>
        {t.copy}
      </Button>
    </Panel>
  );
}
