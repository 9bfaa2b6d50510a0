// How long the area's code takes to load says nothing about its pages: here it is there before they are opened.
import '../features/admin-area/admin-area-page.tsx';
import '../features/admin-area/dashboard-page.tsx';

export { routes } from '../routes.tsx';
