import { redactStack } from '@site/shared/page-reports/plain-error.ts';
import { REPORT_LIMITS } from '@site/shared/page-reports/report-limits.ts';
import { cut } from '@site/shared/texts/plain-text.ts';
import * as v from 'valibot';
import { pageOfAddress } from './known-page.ts';

/** Browsers send URLs in ASCII. The time to parse a non-ASCII host grows with the square of its length. */
const AddressSchema = v.pipe(v.string(), v.maxLength(4_000, 'too_long'), v.regex(/^[\x20-\x7E]*$/, 'invalid'));

const place = { lineNumber: v.nullish(v.number(), 0), columnNumber: v.nullish(v.number(), 0) };

/** Reports of browsers that support `report-to` (w3.org/TR/reporting-1, w3.org/TR/CSP3). */
const ReportsSchema = v.array(
  v.object({
    type: AddressSchema,
    body: v.object({
      documentURL: v.optional(AddressSchema, ''),
      blockedURL: v.nullish(AddressSchema, ''),
      effectiveDirective: v.optional(AddressSchema, ''),
      sourceFile: v.nullish(AddressSchema, ''),
      ...place,
    }),
  }),
);
/** Reports of browsers that support only `report-uri`. */
const OldReportSchema = v.pipe(
  v.object({
    'csp-report': v.object({
      'document-uri': v.optional(AddressSchema, ''),
      'blocked-uri': v.optional(AddressSchema, ''),
      'effective-directive': v.optional(AddressSchema, ''),
      'violated-directive': v.optional(AddressSchema, ''),
      'source-file': v.optional(AddressSchema, ''),
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

/** Returns the origin of a blocked URL, or a keyword such as `inline` unchanged. Null for a browser extension. */
function blockedBy(address: string): string | null {
  if (/^[a-z-]*$/.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^(https?|wss?|data|blob):$/.test(url.protocol)) return null;
  return url.host ? `${url.protocol}//${url.host}` : url.protocol;
}

/**
 * Returns the violations of the content security policy: the rule, what was blocked, and the position in our own files. URLs of visits are
 * left out.
 */
export const violationsOf = (reports: v.InferOutput<typeof ViolationsSchema>) =>
  reports.slice(0, MAX_VIOLATIONS).flatMap(({ type, body }) => {
    const rule = DIRECTIVE.exec(body.effectiveDirective)?.[0];
    const blocked = blockedBy(body.blockedURL);
    if (type !== 'csp-violation' || !rule || blocked === null || /^[a-z-]*extension:/.test(body.sourceFile)) return [];
    const stack = redactStack(`${body.sourceFile}:${body.lineNumber}:${body.columnNumber}`);
    return [{ page: pageOfAddress(body.documentURL), message: cut(`${rule} ${blocked}`, REPORT_LIMITS.message), stack }];
  });
