#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>

// What is used of libcurl. It is loaded when the first source is read by its URL: linked, it and the
// libraries that it brings along would cost every start of the program 6 ms.
typedef struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *easy_init;
  __typeof__(curl_easy_cleanup) *easy_cleanup;
  __typeof__(curl_easy_strerror) *easy_strerror;
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
  __typeof__(curl_multi_init) *multi_init;
  __typeof__(curl_multi_cleanup) *multi_cleanup;
  __typeof__(curl_multi_add_handle) *multi_add_handle;
  __typeof__(curl_multi_remove_handle) *multi_remove_handle;
  __typeof__(curl_multi_perform) *multi_perform;
  __typeof__(curl_multi_poll) *multi_poll;
  __typeof__(curl_multi_info_read) *multi_info_read;
  __typeof__(curl_url) *url;
  __typeof__(curl_url_cleanup) *url_cleanup;
  __typeof__(curl_url_set) *url_set;
  __typeof__(curl_url_get) *url_get;
  __typeof__(curl_free) *free_text;
  __typeof__(curl_version_info) *version_info;
  // Variadic, which Swift can't call: see below.
  void *easy_setopt;
} curl_calls;

// Loads the library; false where it is not installed, or lacks one of these.
static inline bool curl_load(curl_calls *calls) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define LOAD(field, name) \
  *(void **)&calls->field = dlsym(library, name); \
  if (!calls->field) return false;
  LOAD(global_init, "curl_global_init")
  LOAD(easy_init, "curl_easy_init")
  LOAD(easy_cleanup, "curl_easy_cleanup")
  LOAD(easy_strerror, "curl_easy_strerror")
  LOAD(slist_append, "curl_slist_append")
  LOAD(slist_free_all, "curl_slist_free_all")
  LOAD(multi_init, "curl_multi_init")
  LOAD(multi_cleanup, "curl_multi_cleanup")
  LOAD(multi_add_handle, "curl_multi_add_handle")
  LOAD(multi_remove_handle, "curl_multi_remove_handle")
  LOAD(multi_perform, "curl_multi_perform")
  LOAD(multi_poll, "curl_multi_poll")
  LOAD(multi_info_read, "curl_multi_info_read")
  LOAD(url, "curl_url")
  LOAD(url_cleanup, "curl_url_cleanup")
  LOAD(url_set, "curl_url_set")
  LOAD(url_get, "curl_url_get")
  LOAD(free_text, "curl_free")
  LOAD(version_info, "curl_version_info")
  LOAD(easy_setopt, "curl_easy_setopt")
#undef LOAD
  return calls->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// curl_easy_setopt(3): a "long", a pointer or a function pointer follows, "depending on what option".
typedef CURLcode (*curl_setopt_call)(CURL *, CURLoption, ...);

static inline CURLcode curl_set_number(
    const curl_calls *calls, CURL *easy, CURLoption option, long value) {
  return ((curl_setopt_call)calls->easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_size(
    const curl_calls *calls, CURL *easy, CURLoption option, curl_off_t value) {
  return ((curl_setopt_call)calls->easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_text(
    const curl_calls *calls, CURL *easy, CURLoption option, const char *value) {
  return ((curl_setopt_call)calls->easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_pointer(
    const curl_calls *calls, CURL *easy, CURLoption option, void *value) {
  return ((curl_setopt_call)calls->easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_callback(
    const curl_calls *calls, CURL *easy, CURLoption option, curl_write_callback value) {
  return ((curl_setopt_call)calls->easy_setopt)(easy, option, value);
}

// Whether the transfer of the one handle is over, and with what result.
static inline bool curl_take_result(const curl_calls *calls, CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message = calls->multi_info_read(multi, &left);
  if (!message || message->msg != CURLMSG_DONE) return false;
  *result = message->data.result;
  return true;
}
