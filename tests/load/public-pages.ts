/** The pages that visitors of a scenario read. */
export const PAGES = ['/', '/shop', '/podcast', '/about', '/shop/ebook/a-casa', '/contact', '/shop?q=jardim', '/cart'] as const;
