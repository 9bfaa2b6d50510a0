import { setTelemetry, type TelemetryLog } from './telemetry.ts';

/**
 * From now on `getTelemetry` tells the collector at `endpoint`; without one nothing is noted, and the code for it is not even read. The
 * other `OTEL_…` variables are read by OpenTelemetry itself. `name` is the service's, when none of them says another.
 */
export async function startTelemetry(endpoint: string | undefined, name: string, log: TelemetryLog): Promise<void> {
  if (endpoint === undefined) return;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  setTelemetry(createOpenTelemetry(name, log));
}
