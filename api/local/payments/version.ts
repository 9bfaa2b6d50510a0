/** The API version of the pinned SDK, from which the schema was generated. A contract test compares it with the SDK's. */
export const API_VERSION = '2026-10-28.endive';
