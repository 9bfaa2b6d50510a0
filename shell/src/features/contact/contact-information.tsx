import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { placeIcons } from '@site/shared/drawing/place-icons.ts';
import { Icon, type IconPath, icons, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { useSiteInfo } from '../../site-info.ts';
import css from './contact-information.module.css';
import { contactTexts } from './texts.ts';

const CHANNELS = { youtube: 'YouTube', spotify: 'Spotify' } as const;

/** Renders other ways to reach the author. Ways without an address are left out. */
export function ContactInformation() {
  const t = useTexts(contactTexts);
  const site = useSiteInfo();
  const { places = [], instagram } = site?.links ?? {};
  const networks: { name: string; icon: IconPath; href: string }[] = places.flatMap(({ kind, url }) =>
    kind === 'youtube' || kind === 'spotify' ? [{ name: CHANNELS[kind], icon: placeIcons[kind], href: url }] : [],
  );
  if (instagram) networks.push({ name: 'Instagram', icon: pageIcons.camera, href: instagram });
  const seller = Object.values(site?.seller ?? {}).filter((fact) => fact !== '');
  return (
    <section aria-label={t.information}>
      <dl className={css.facts}>
        {site && (
          <Fact icon={pageIcons.mail} label={t.emailLabel}>
            <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>
          </Fact>
        )}
        <Fact icon={pageIcons.info} label={t.responseLabel}>
          {t.response}
        </Fact>
        {seller.length > 0 && (
          <Fact icon={icons.bag} label={t.sellerLabel}>
            {seller.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
          </Fact>
        )}
        {networks.length > 0 && (
          <Fact icon={pageIcons.globe} label={t.socialLabel}>
            <ul className={css.networks}>
              {networks.map(({ name, icon, href }) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer me">
                    <Icon path={icon} />
                    {name}
                    <VisuallyHidden>{t.opensInNewTab}</VisuallyHidden>
                  </a>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ icon, label, children }: { icon: IconPath; label: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt className={css.label}>
        <span className={css.icon}>
          <Icon path={icon} />
        </span>
        {label}
      </dt>
      <dd className={css.value}>{children}</dd>
    </div>
  );
}
