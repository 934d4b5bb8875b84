// A browser of a few lines, run by gjs: WebKitGTK's own keeps nothing on disk while it is driven. This one keeps what is in
// the folder that it is given, and gives each tab a window.
import Gtk from "gi://Gtk?version=3.0";
import WebKit from "gi://WebKit2?version=4.1";

Gtk.init(null);
const [folder] = ARGV;
const websiteDataManager = new WebKit.WebsiteDataManager({
  baseDataDirectory: `${folder}/data`,
  baseCacheDirectory: `${folder}/cache`,
});
const webContext = new WebKit.WebContext({ websiteDataManager });
webContext.set_automation_allowed(true);
webContext.connect("automation-started", (_, session) => {
  const info = new WebKit.ApplicationInfo();
  info.set_name("WebKitGTK");
  info.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version());
  session.set_application_info(info);
  session.connect("create-web-view", () => {
    const view = new WebKit.WebView({ webContext, isControlledByAutomation: true });
    const window = new Gtk.Window({ defaultWidth: 800, defaultHeight: 600 });
    window.add(view);
    window.show_all();
    return view;
  });
});
Gtk.main();
