import { redactStack } from '@site/shared/page-reports/plain-error.ts';
import { REPORT_LIMITS } from '@site/shared/page-reports/report-limits.ts';
import { cut } from '@site/shared/texts/plain-text.ts';
import * as v from 'valibot';
import { pageOfAddress } from './known-page.ts';

const place = { lineNumber: v.nullish(v.number(), 0), columnNumber: v.nullish(v.number(), 0) };

/** Reports of browsers that know `report-to` (w3.org/TR/reporting-1, w3.org/TR/CSP3) */
const ReportsSchema = v.array(
  v.object({
    type: v.string(),
    body: v.object({
      documentURL: v.optional(v.string(), ''),
      blockedURL: v.nullish(v.string(), ''),
      effectiveDirective: v.optional(v.string(), ''),
      sourceFile: v.nullish(v.string(), ''),
      ...place,
    }),
  }),
);
/** and of those that know `report-uri` only. */
const OldReportSchema = v.pipe(
  v.object({
    'csp-report': v.object({
      'document-uri': v.optional(v.string(), ''),
      'blocked-uri': v.optional(v.string(), ''),
      'effective-directive': v.optional(v.string(), ''),
      'violated-directive': v.optional(v.string(), ''),
      'source-file': v.optional(v.string(), ''),
      'line-number': v.optional(v.number(), 0),
      'column-number': v.optional(v.number(), 0),
    }),
  }),
  v.transform(({ 'csp-report': report }) => [
    {
      type: 'csp-violation',
      body: {
        documentURL: report['document-uri'],
        blockedURL: report['blocked-uri'],
        effectiveDirective: report['effective-directive'] || report['violated-directive'],
        sourceFile: report['source-file'],
        lineNumber: report['line-number'],
        columnNumber: report['column-number'],
      },
    },
  ]),
);
export const ViolationsSchema = v.union([ReportsSchema, OldReportSchema]);

const MAX_VIOLATIONS = 10;
const DIRECTIVE = /^[a-z-]{3,40}/;

/** Of an address its origin; a word such as `inline` as it is. Null for what an extension of the browser did. */
function blockedBy(address: string): string | null {
  if (/^[a-z-]*$/.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^(https?|wss?|data|blob):$/.test(url.protocol)) return null;
  return url.host ? `${url.protocol}//${url.host}` : url.protocol;
}

/** What the content security policy refused: which rule, what, and where in our own files. Addresses of visits are left out. */
export const violationsOf = (reports: v.InferOutput<typeof ViolationsSchema>) =>
  reports.slice(0, MAX_VIOLATIONS).flatMap(({ type, body }) => {
    const rule = DIRECTIVE.exec(body.effectiveDirective)?.[0];
    const blocked = blockedBy(body.blockedURL);
    if (type !== 'csp-violation' || !rule || blocked === null || /^[a-z-]*extension:/.test(body.sourceFile)) return [];
    const stack = redactStack(`${body.sourceFile}:${body.lineNumber}:${body.columnNumber}`);
    return [{ page: pageOfAddress(body.documentURL), message: cut(`${rule} ${blocked}`, REPORT_LIMITS.message), stack }];
  });
