vcl 4.1;

# Visitors' pages, calls and pictures from memory, in front of the site: Caddy -> Varnish -> the app. For Varnish 6.5 or
# newer, started as varnish.service.conf has it. What may be kept the app says, in CDN-Cache-Control (RFC 9213); of files
# that never change, pictures and assets, in Cache-Control. What belongs to a person only passes through.

import std;

backend default {
	.host = "127.0.0.1";
	.port = "3000";
	.connect_timeout = 2s;
	# Of what is passed: an export, or an upload of five large photos, takes its time.
	.first_byte_timeout = 300s;
	.between_bytes_timeout = 300s;
	.probe = {
		# Pages can still be read where the disk is full.
		.url = "/healthz?read";
		.interval = 1s;
		.timeout = 2s;
		.window = 3;
		.threshold = 2;
		.initial = 2;
	}
}

sub vcl_recv {
	if (req.restarts == 0) {
		unset req.http.X-Edge-Stale;
	}
	set req.http.Host = req.http.Host.lower();
	# Sent in several lines they are looked at all the same.
	std.collect(req.http.Cookie, "; ");

	# Photos on their way in and exports on their way out are not held here, however large and however slow they are.
	if (req.url ~ "(?i)^/[^?]*/export(\?|$)") {
		return (pipe);
	}
	if (req.method ~ "^(POST|PUT|PATCH)$" &&
	    (req.url ~ "(?i)^/uploads" || req.http.Content-Type ~ "(?i)^\s*multipart/")) {
		return (pipe);
	}
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# Somebody, or somebody's browser: what they get is theirs, and nothing that is kept is for them.
	if (req.http.Authorization || req.http.Cookie ~ "(?i)paddock_") {
		return (pass);
	}
	if (req.http.Content-Length || req.http.Transfer-Encoding || req.http.If-Match || req.http.If-Unmodified-Since) {
		return (pass);
	}

	# Other cookies are not the site's.
	unset req.http.Cookie;

	# Made-up queries of addresses that read none make no variants: of those whose routes declare it (cache: { query: [] }).
	if (req.url ~ "(?i)^/(about-us|rules|imprint|privacy|terms|sitemap|api/docs|no-garage|not-found|forgot-password|build/\d+|vehicles/\d+/(sheet|photos/(all|\d+))|((garages/\d+|events)/)?feed\.xml|events/\d+\.ics|robots\.txt|favicon\.ico|icons/[\w.-]+|site\.webmanifest|[\w-]+\.xml|api/v1/(openapi\.json|(build|events|users|vehicles)/\d+))/?\?") {
		set req.url = regsub(req.url, "\?.*$", "");
	}

	# Nor do those of pictures, which read a width, or ports that somebody made up.
	if (req.url ~ "(?i)^/img/") {
		set req.url = regsub(req.url, "\?(?:.*?&)??(w=[1-9][0-9]{0,3})(?:&.*)?$", "?\1");
		if (req.url !~ "\?w=[1-9][0-9]{0,3}$") {
			set req.url = regsub(req.url, "\?.*$", "");
		}
	}
	set req.http.Host = regsub(req.http.Host, ":[0-9]+$", "");

	# As few variants of an answer as there are.
	if (req.http.Accept-Encoding ~ "(?i)(^|[, ])br *($|,|; *q=(1|0\.0*[1-9]))") {
		set req.http.Accept-Encoding = "br";
	} elsif (req.http.Accept-Encoding ~ "(?i)(^|[, ])gzip *($|,|; *q=(1|0\.0*[1-9]))") {
		set req.http.Accept-Encoding = "gzip";
	} else {
		unset req.http.Accept-Encoding;
	}
	# Of all addresses, as a picture's can be spelled in many ways; that a browser opens it, the link of a mail looks at.
	if (req.http.Accept ~ "text/html") {
		set req.http.Accept = "text/html";
	} elsif (req.http.Accept ~ "image/avif" && req.http.Accept ~ "image/webp") {
		set req.http.Accept = "image/avif,image/webp";
	} elsif (req.http.Accept ~ "image/avif") {
		set req.http.Accept = "image/avif";
	} elsif (req.http.Accept ~ "image/webp") {
		set req.http.Accept = "image/webp";
	} else {
		unset req.http.Accept;
	}

	# What is older than its 10 s is given while one request fetches it anew: for 4 s, so that what somebody hides is gone
	# within 15 s; for a day where the app cannot be reached or fails.
	if (req.http.X-Edge-Stale || !std.healthy(req.backend_hint)) {
		set req.grace = 1d;
	} else {
		set req.grace = 4s;
	}
	return (hash);
}

sub vcl_pipe {
	# The next request on the connection is looked at again.
	set bereq.http.Connection = "close";
}

sub vcl_miss {
	# The app has just failed, and there is nothing older to give in its place.
	if (req.http.X-Edge-Stale) {
		return (synth(503));
	}
	return (fetch);
}

sub vcl_backend_fetch {
	unset bereq.http.X-Edge-Stale;
	unset bereq.http.X-Edge-Wait;
	# An app that hangs must not hold visitors up for long.
	if (!bereq.uncacheable) {
		set bereq.first_byte_timeout = 5s;
		set bereq.between_bytes_timeout = 10s;
	}
	return (fetch);
}

sub vcl_backend_response {
	if (bereq.uncacheable) {
		return (deliver);
	}

	# Where there is an older answer (it is named in the condition of this request) a fault does not take its place.
	if (beresp.status >= 500) {
		if (bereq.is_bgfetch || bereq.http.If-None-Match) {
			return (abandon);
		}
		set beresp.uncacheable = true;
		set beresp.ttl = 1s;
		return (deliver);
	}

	# Nor does what one client is refused, who asks too often or cannot be understood (431: headers that are larger than
	# the app takes). But that one is told so: an older answer than others get may show what has been hidden since.
	if (beresp.status == 429 || beresp.status == 400 || beresp.status == 431) {
		if (bereq.is_bgfetch) {
			return (abandon);
		}
		if (bereq.http.If-None-Match) {
			# Delivered, the refusal would take its place.
			set bereq.http.X-Edge-Wait = beresp.http.Retry-After;
			return (error(beresp.status));
		}
		set beresp.uncacheable = true;
		set beresp.ttl = 1s;
		return (deliver);
	}

	if (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.Cache-Control !~ "(?i)private|no-store") {
		set beresp.http.X-Edge-Url = bereq.url;
		set beresp.keep = 0s;
		if (beresp.http.CDN-Cache-Control ~ "(^|[, ])max-age=[0-9]+") {
			set beresp.ttl = std.duration(
			    regsub(beresp.http.CDN-Cache-Control, "^(?:.*[, ])?max-age=([0-9]+).*$", "\1s"), 0s);
			set beresp.grace = std.duration(
			    regsub(beresp.http.CDN-Cache-Control, "^(?:.*[, ])?stale-if-error=([0-9]+).*$", "\1s"), 0s);
			return (deliver);
		}
		if (beresp.http.Cache-Control ~ "(?i)public" && beresp.ttl > 0s) {
			# Asked after each hour: what was hidden is not shown for longer than needs be. Only what can never be hidden
			# stays, by the one spelling that the site itself writes.
			if (bereq.url !~ "^/(assets|map-tiles(/[^/%\\?.][^/%\\?]*){3})/[^/%\\?.][^/%\\?]*$" && beresp.ttl > 1h) {
				set beresp.ttl = 1h;
			}
			set beresp.grace = 1d;
			return (deliver);
		}
		unset beresp.http.X-Edge-Url;
	}

	# Not to be kept. What was kept here before, in whatever encoding, is no longer true.
	if (bereq.is_bgfetch || bereq.http.If-None-Match) {
		ban("obj.http.X-Edge-Url == " + bereq.url);
	}
	set beresp.uncacheable = true;
	set beresp.ttl = 10s;
	set beresp.grace = 0s;
	set beresp.keep = 0s;
	return (deliver);
}

sub vcl_backend_error {
	if (beresp.status != 429 && beresp.status != 400 && beresp.status != 431) {
		return (abandon);
	}
	set beresp.ttl = 0s;
	set beresp.grace = 0s;
	set beresp.keep = 0s;
	set beresp.http.Cache-Control = "private, no-store";
	if (bereq.http.X-Edge-Wait) {
		set beresp.http.Retry-After = bereq.http.X-Edge-Wait;
	}
	if (bereq.url ~ "(?i)^/api/") {
		set beresp.http.Content-Type = "application/json; charset=utf-8";
		set beresp.body = {"{"status":"fail","message":"You are doing that too often, or your request cannot be read.","errors":{}}"};
	} else {
		set beresp.http.Content-Type = "text/html; charset=utf-8";
		set beresp.body = {"<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Not now</title>
<body style="font:1.125rem/1.6 system-ui;margin:4rem auto;max-width:32rem;padding:0 1rem"><h1>Not now</h1>
<p>You are doing that too often, or your request cannot be read. Please try again in a minute.</p><p><a href="">Try again</a></p></body></html>
"};
	}
	return (deliver);
}

sub vcl_synth {
	if (resp.status == 503 && req.restarts == 0 && !req.http.X-Edge-Stale && !req.http.Authorization &&
	    !req.http.Cookie && (req.method == "GET" || req.method == "HEAD")) {
		set req.http.X-Edge-Stale = "1";
		return (restart);
	}
	unset resp.http.X-Varnish;
	set resp.http.Cache-Control = "private, no-store";
	set resp.http.Retry-After = "10";
	if (req.url ~ "(?i)^/(api|uploads)/") {
		set resp.http.Content-Type = "application/json; charset=utf-8";
		synthetic({"{"status":"error","message":"The site cannot be reached at the moment.","errors":{}}"});
	} else {
		set resp.http.Content-Type = "text/html; charset=utf-8";
		synthetic({"<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Back in a moment</title>
<body style="font:1.125rem/1.6 system-ui;margin:4rem auto;max-width:32rem;padding:0 1rem"><h1>Back in a moment</h1>
<p>The site cannot be reached just now. Please try again in a few seconds.</p><p><a href="">Try again</a></p></body></html>
"});
	}
	return (deliver);
}

sub vcl_deliver {
	# What was for this cache, and of this cache.
	unset resp.http.CDN-Cache-Control;
	unset resp.http.X-Edge-Url;
	unset resp.http.X-Varnish;
	unset resp.http.Via;
	return (deliver);
}
