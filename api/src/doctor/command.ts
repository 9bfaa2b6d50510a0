import { parseArgs } from 'node:util';
import { DOCTOR_SERVICES } from '@site/shared/contracts/admin-settings.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { createLogger } from '../platform/logger.ts';
import { readInstallation } from './env.ts';
import { describeInstallation } from './installation.ts';
import { isWell, type Result, runChecks } from './run.ts';
import { commandTexts } from './texts.ts';

const PATIENCE_MS = 15_000;
const SIGNS: Readonly<Record<Result['state'], string>> = { ok: '✓', failed: '✗', not_applicable: '–', skipped: '–' };

/**
 * Runs `npm run doctor`: checks every service of the installation that `variables` describe, and prints a line per check. Returns whether
 * everything works that the site needs. Throws for unknown options.
 */
export async function runDoctorCommand(
  words: readonly string[],
  variables?: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      lang: { type: 'string', default: 'pt-BR' },
      only: { type: 'string', default: DOCTOR_SERVICES.join() },
      dns: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const locale = v.parse(LocaleSchema, values.lang === 'pt' ? 'pt-BR' : values.lang);
  const services = v.parse(v.array(v.picklist(DOCTOR_SERVICES)), values.only.split(','));
  const { env, problems, others } = readInstallation(variables);
  const { log } = createLogger('silent');
  const site = describeInstallation({ env, problems, others, log, nameServer: values.dns, patienceMs: PATIENCE_MS });
  const t = commandTexts[locale];
  const say = (line: string) => values.json || process.stdout.write(`${line}\n`);

  const missing = Object.entries(problems);
  if (missing.length > 0) say(`${t.variables}\n${missing.map(([name, problem]) => `  ${name} ${problem}`).join('\n')}\n`);

  const running = services.map((service) => runChecks(service, site, locale));
  const results: (Result & { service: string })[] = [];
  for (const [index, service] of services.entries()) {
    const checks = (await running[index]) ?? [];
    say([t.services[service], ...checks.map(toLines), ''].join('\n'));
    results.push(...checks.map((check) => ({ service, ...check })));
  }

  function toLines({ tried, about, found, remedy, state, isNeeded }: Result): string {
    const what = [tried, about].filter(Boolean).join(' ');
    const how = { ok: found, failed: found, not_applicable: `${t.notApplicable}: ${found}`, skipped: `${t.skipped}: ${found}` }[state];
    const advice = isNeeded || state !== 'failed' ? '' : ` (${t.advice})`;
    return [`  ${SIGNS[state]} ${what}${advice}${how ? ` · ${how}` : ''}`, ...(remedy ? [`      → ${remedy}`] : [])].join('\n');
  }

  const failed = results.filter(({ state }) => state === 'failed');
  const needed = failed.filter(({ isNeeded }) => isNeeded).length;
  const isRight = isWell(results) && missing.length === 0;
  if (values.json) process.stdout.write(`${JSON.stringify({ isWell: isRight, variables: problems, checks: results }, null, 2)}\n`);
  say(t.summary(results.filter(({ state }) => state === 'ok').length, needed, failed.length - needed));
  return isRight;
}
