import { setTelemetry, type TelemetryLog } from './telemetry.ts';

/**
 * Connects the telemetry of `getTelemetry` to the collector at `endpoint`. Without an endpoint nothing is recorded, and the code is not
 * even loaded. OpenTelemetry itself reads the other `OTEL_…` variables. `name`: the service's name, unless these variables set another.
 */
export async function startTelemetry(endpoint: string | undefined, name: string, log: TelemetryLog): Promise<void> {
  if (endpoint === undefined) return;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  setTelemetry(createOpenTelemetry(name, log));
}
