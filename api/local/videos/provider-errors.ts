/** An error in the format of Google's APIs. */
export type ProviderError = {
  code: 400 | 403 | 404 | 500;
  message: string;
  errors: { message: string; domain: string; reason: string; location?: string; locationType?: string }[];
  status?: string;
  details?: Record<string, unknown>[];
};

function single(code: ProviderError['code'], domain: string, reason: string, message: string): ProviderError {
  return { code, message, errors: [{ message, domain, reason }] };
}

const API_KEY_INVALID: ProviderError = {
  ...single(400, 'global', 'badRequest', 'API key not valid. Please pass a valid API key.'),
  status: 'INVALID_ARGUMENT',
  details: [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'youtube.googleapis.com' },
    },
  ],
};

/** Failures that a test can request, by their names in Google's documentation. */
export const failures = {
  keyInvalid: API_KEY_INVALID,
  keyMissing: {
    ...single(403, 'global', 'forbidden', 'The request is missing a valid API key.'),
    status: 'PERMISSION_DENIED',
  },
  quotaExceeded: single(
    403,
    'youtube.quota',
    'quotaExceeded',
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  ),
  playlistNotFound: {
    ...single(
      404,
      'youtube.playlistItem',
      'playlistNotFound',
      "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    ),
  },
  backendError: single(500, 'global', 'backendError', 'Backend Error'),
} as const satisfies Record<string, ProviderError>;

export type FailureName = keyof typeof failures;

/** Returns the error for a missing or invalid parameter. */
export function parameterError(reason: string, location: string, message: string): ProviderError {
  return { code: 400, message, errors: [{ message, domain: 'youtube.parameter', reason, location, locationType: 'parameter' }] };
}
