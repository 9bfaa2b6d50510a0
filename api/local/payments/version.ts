/** The API version of the pinned SDK, the only one whose shapes the schema knows; a contract test compares it with the SDK's. */
export const API_VERSION = '2026-10-28.endive';
