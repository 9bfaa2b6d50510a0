/** What programs call themselves that no person looks through; also tools that watch whether a site is up. */
const ROBOT =
  /(?<!cu)bot(\b|_)|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|facebookexternalhit|whatsapp\/|monitor|uptime|pingdom|curl|wget|python|java\/|go-http|node-fetch|axios|undici|scrapy|phantom/i;

/** Whether this browser is a program's and not a person's; one without a name is none. */
export const isRobot = (userAgent: string | undefined): boolean => !userAgent || ROBOT.test(userAgent);
