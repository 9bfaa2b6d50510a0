/** User agents of programs that no person uses to read, including uptime monitors. */
const ROBOT =
  /(?<!cu)bot(\b|_)|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|facebookexternalhit|whatsapp\/|monitor|uptime|pingdom|curl|wget|python|java\/|go-http|node-fetch|axios|undici|scrapy|phantom/i;

/** Returns whether a user agent is a program. A missing user agent also counts as a program. */
export const isRobot = (userAgent: string | undefined): boolean => !userAgent || ROBOT.test(userAgent);
