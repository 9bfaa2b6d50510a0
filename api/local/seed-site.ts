// Fills the data and payment stand-ins with the demo content. After the first start it finds the content in place.
import { seedDemo } from './demo/seed.ts';
import { refuseProduction, required, runBriefly } from './stand-in.ts';

await runBriefly(async () => {
  refuseProduction('the demo seed');
  const outcome = await seedDemo({
    supabaseUrl: required('SUPABASE_URL'),
    secretKey: required('SUPABASE_SECRET_KEY'),
    stripeUrl: required('STRIPE_API_URL'),
    stripeSecretKey: required('STRIPE_SECRET_KEY'),
    siteUrl: required('SITE_URL'),
  });
  process.stdout.write(`demo content: ${outcome}\n`);
});
