import type { RemoteName } from '@site/shared/federation/remote.ts';

/** Why a remote is not there: not in the registry, built for another contract, or its code did not arrive or run. */
export type RemoteFailureReason = 'unknown' | 'contract' | 'code';

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly remote: RemoteName;
  readonly reason: RemoteFailureReason;

  constructor(remote: RemoteName, reason: RemoteFailureReason, options?: ErrorOptions) {
    super(`${remote}: ${reason}`, options);
    this.remote = remote;
    this.reason = reason;
  }
}
