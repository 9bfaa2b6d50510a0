// A separate step of a deploy that runs before the new code starts. The old code must keep working after each migration.
import { join } from 'node:path';
import { Client } from 'pg';
import { applyMigrations } from './platform/migrations.ts';

try {
  const address = process.env.DATABASE_URL;
  if (!address)
    throw new Error('DATABASE_URL is missing. Set it to postgres://user:password@host/database, a direct connection or a session pooler');
  const { hostname, searchParams } = new URL(address);
  // Host names inside a container network have no dot.
  const isFar = hostname.includes('.') && !hostname.startsWith('127.');
  if (isFar && searchParams.get('sslmode') !== 'verify-full')
    throw new Error(
      `DATABASE_URL connects to ${hostname} without verified TLS: add ?sslmode=verify-full&sslrootcert=<the provider's certificate>`,
    );
  const client = new Client({ connectionString: address, application_name: 'semente migrate' });
  await client.connect();
  try {
    const run = async (sql: string, values: readonly unknown[] = []) => {
      const result = values.length > 0 ? await client.query(sql, [...values]) : await client.query(sql);
      return result.rows ?? [];
    };
    const applied = await applyMigrations(run, join(import.meta.dirname, '../supabase'));
    console.log(applied.length > 0 ? applied.map((what) => `applied ${what}`).join('\n') : 'nothing to apply');
  } finally {
    await client.end();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
